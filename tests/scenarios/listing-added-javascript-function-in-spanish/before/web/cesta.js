const cesta = [];

function vaciar() {
  cesta.length = 0;
}
