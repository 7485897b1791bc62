public record Point(int X, int Y)
{
    public int Product() => X * Y;
    public override string ToString() => $"{X}/{Y}";
}
