export class Jar {
  take() {
    /* the last one */
    const cookie = this.cookies.pop();
    return cookie;
  }
}
