function f() {
  if (a &lt;= b &amp;&amp; c &gt; d) {
    g("x");
  }
}
