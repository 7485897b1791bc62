class Oven {
	void heat(int degrees) {
		this.degrees = Math.min(degrees, 250);
	}
}
