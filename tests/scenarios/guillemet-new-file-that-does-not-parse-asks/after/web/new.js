function a() {
