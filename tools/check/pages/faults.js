// Faults that are planted into the data: a mask that leaks, numbers that heed would have computed wrong. Each must be seen.
check(async () => {
  const redraw = () => choose({}), bad = (where) => all(`${where} .bad`), red = (where) => all("rect.cell, .mark-rect.role-mark path", where).filter((c) => c.getAttribute("fill") === "var(--bad)");
  const heads = readingOf().heads, at = heads.findIndex((a) => a.causal && a.shape[1] > 1), a = heads[at];
  must("nothing is bad before", bad("#heads").length === 0 && bad("#steps").length === 0);
  choose({attention: at, head: 0, query: 0});
  const before = bad("#heads").length, pattern = a.arrays.pattern, was = pattern[1];
  must("key 1 lies ahead of query 0", a.allowed[1] === "0" && was === 0);
  for (const leak of [0.3, 1e-6]) {
    pattern[1] = leak;
    redraw();
    await pause();
    const small = all("#heads button.head")[heads.slice(0, at).reduce((n, x) => n + x.shape[0], 0)];
    must(`a leak of ${leak} is red in its small map alone`, red(small).length === 1 && red(document.querySelector("#heads .grid")).length === 1);
    must(`a leak of ${leak} is red in the large map`, red(all("#heads .beside figure")[0]).length === 1);
    must(`a leak of ${leak} is said`, bad("#heads").length === before + 1 && bad("#heads").at(-1).textContent.includes(say("the mask leaks", "마스크가 샘")));
    const keys = document.querySelector("#heads .keys");
    for (const key of ["ArrowUp", "ArrowRight"]) keys.dispatchEvent(new KeyboardEvent("keydown", {key}));
    must(`a leak of ${leak} is said of its cell`, document.querySelector("#heads .said").textContent.includes(say("where it may not look", "볼 수 없는 곳")));
    document.querySelector("#heads input[type=checkbox]").click();
    must(`a leak of ${leak} is a red line`, all("#heads .beside line[stroke='var(--bad)']").length === 1);
    document.querySelector("#heads input[type=checkbox]").click();
  }
  pattern[1] = was;
  // A snapshot that leaks.
  const forming = document.querySelector("#forming");
  if (forming) {
    const {sentences, epochs} = data.models[0].history.snapshots, k = sentences[0].heads.findIndex((h) => h.causal && h.shape[1] > 1);
    if (k >= 0) {
      const begin = sentences[0].heads.slice(0, k).reduce((n, h) => n + h.shape[0] * h.shape[1] * h.shape[2], 0), which = all("select", forming).at(-1);
      epochs.at(-1).bytes[begin + 1] = 77;
      which.selectedIndex = k;
      which.dispatchEvent(new Event("change"));
      must("a picture of a training shows a leak", bad("#forming").some((e) => e.textContent.includes(say("the mask leaks", "마스크가 샘"))) && red(all("button.head", forming).at(-1)).length === 1);
      epochs.at(-1).bytes[begin + 1] = 0;
    }
  }
  // Each value that heed computed, a little wrong, and gradients that are 0.
  choose({attention: heads.findLastIndex((x) => x.cross && x.formula === "softmax"), head: 0, query: 0});
  const chosen = heads[state.attention].arrays, K = heads[state.attention].shape[2], D = chosen.query.length / heads[state.attention].shape[0] / heads[state.attention].shape[1];
  must("all is computed again", all("#steps .check").length === 5 && bad("#steps").length === 0);
  const row = {scores: K, pattern: K, z: D, d_scores: K, d_query: D}, order = Object.keys(row);
  for (const name of order)
    for (const by of [0, 0.98]) {
      const right = chosen[name].slice();
      for (let c = 0; c < row[name]; ++c) chosen[name][c] *= by;
      redraw();
      must(`${name} × ${by} is seen, and that alone`, bad("#steps").length === 1 && all("#steps .check, #steps .bad").indexOf(bad("#steps")[0]) === order.indexOf(name));
      chosen[name].set(right);
    }
  redraw();
  must("and is well again", bad("#steps").length === 0);
});
