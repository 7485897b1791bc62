const cesta = [];

function vaciar() {
  cesta.length = 0;
}

function contar() {
  return cesta.length;
}
