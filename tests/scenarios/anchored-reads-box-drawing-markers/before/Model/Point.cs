public record Point(int X, int Y)
{
    public int Sum() => X + Y;
    public override string ToString() => $"{X}/{Y}";
}
