if (user.role !== 'user‮ ⁦// admins only⁩ ⁦') {
  open();
}
