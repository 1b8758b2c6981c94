// A sentence of which the page has the maps alone, as there was no room for more: a byte for each weight, and the rules of one head.
check(async () => {
  const reading = readingOf();
  for (const a of reading.heads) {
    const pattern = decoded(a.pattern), cells = a.shape[1] * a.shape[2];
    a.weights = btoa(String.fromCharCode(...Array.from(pattern, (w) => Math.round(255 * w))));
    a.allowed = a.allowed.slice(0, cells);
    for (const name of ["arrays", "pattern", "query", "key", "value", "scores", "z", "d_query", "d_scores", "d_z"]) delete a[name];
  }
  for (const [attention, a] of reading.heads.entries()) {
    choose({attention, head: a.shape[0] - 1, query: 0});
    await pause();
    const cells = a.shape[1] * a.shape[2], bytes = Uint8Array.from(atob(a.weights), (c) => c.charCodeAt(0)).slice(-cells),
          should = Array.from(bytes, (b, n) => filled(a.allowed[n] === "0" ? null : b / 255));
    must(`${a.name}: each cell is its byte / 255`, fillsOf(cellsOf(document.querySelector("#heads .beside figure"))).join() === should.join());
    must("it is said beside it", document.querySelector("#heads .beside figure").textContent.includes("1/255"));
    must("the step view says that it has no numbers", all("#steps table").length === 0 && document.querySelector("#steps").textContent.includes(say("grow too large", "너무 커집니다")));
    must("and promises none", document.querySelector("#steps p.dim").hidden);
  }
  must("nothing is bad", all("#heads .bad").length === 0 && all("#steps .bad").length === 0);
});
