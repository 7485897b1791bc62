package shop;

final class Tax {
    static final int STANDARD = 19;
}
