class Oven {
	void heat(int degrees) {
		if (degrees > 250) {
			throw new IllegalArgumentException();
		}
		this.degrees = degrees;
	}
}
