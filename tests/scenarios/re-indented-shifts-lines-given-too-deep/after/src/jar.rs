impl Jar {
    fn take(&mut self) -> Option<Cookie> {
        let cookie = self.cookies.pop();
        self.taken += 1;
        cookie
    }
}
