class Oven {
	void heat(int degrees) {
		if (degrees > 250 || degrees < 0) {
			throw new IllegalArgumentException("degrees");
		}
		this.degrees = degrees;
	}
}
