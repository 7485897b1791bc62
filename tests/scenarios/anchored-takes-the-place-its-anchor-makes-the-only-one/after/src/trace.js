export function a() {
  log('in');
  log('out');
}

export function b() {
  log('in');
  work();
  log('out');
}
