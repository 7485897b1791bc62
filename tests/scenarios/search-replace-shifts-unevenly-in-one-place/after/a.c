int f()
{
	if (x)
		return 2;
}
