if (user.isAdmin) {
  open();
}
