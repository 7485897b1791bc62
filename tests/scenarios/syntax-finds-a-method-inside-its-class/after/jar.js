export class Jar {
  take() {
    return this.cookies.pop();
  }
}
