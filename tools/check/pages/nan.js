// A model that computes NaN: the page is whole, what is no number is red, and said.
check(async () => {
  const reading = readingOf(), maps = all("#heads button.head"), first = reading.broken;
  must("the first point that is broken is known", data.models[0].sentences.every((s) => s.broken === first) && first.length > 0);
  for (const part of ["heads", "steps", "text", "positions", "models"]) must(`#${part} is there`, document.getElementById(part));
  for (const where of ["#heads", "#text"])
    must(`${where} says which model and which point`, all(`${where} .bad`).some((e) => e.textContent.includes(data.models[0].name) && e.textContent.includes(first)));
  let map = 0, broken = 0, fine = 0;
  for (const [attention, a] of reading.heads.entries()) {
    const [H, Q, K] = a.shape, pattern = decoded(a.pattern);
    for (let head = 0; head < H; ++head, ++map) {
      const cells = [...pattern.slice(head * Q * K, (head + 1) * Q * K)], should = cells.filter((v) => !Number.isFinite(v)).length;
      must(`${a.name}, head ${head + 1}: its NaN are red`, all("rect.cell[fill='var(--bad)']", maps[map]).length === should);
      broken += should;
      fine += cells.length - should;
      choose({attention, head, query: 0});
      await pause();
      const said = all("#heads .beside .bad").map((e) => e.textContent).join();
      must(`${a.name}, head ${head + 1}: their number is said`, should > 0 ? said.includes(String(should)) && said.includes("NaN") : said === "");
      if (should === 0) continue;
      for (const key of ["ArrowUp", "ArrowUp"]) document.querySelector("#heads .keys").dispatchEvent(new KeyboardEvent("keydown", {key}));
      must("of a cell that is NaN, too", !Number.isFinite(cells[0]) && document.querySelector("#heads .said").textContent.endsWith("NaN"));
      must("the step view has nothing to compare", all("#steps .check").length === 0 && all("#steps .bad").length === 5);
      document.querySelector("#heads input[type=checkbox]").click();
      must("a red line for each", all("#heads .beside line[stroke='var(--bad)']").length === should);
      document.querySelector("#heads input[type=checkbox]").click();
    }
  }
  must("some weights are NaN", broken > 0);
  must("what is no number is no text, either", !/undefined|\bnull\b|Infinity/.test(all("section:not(#models)").map((s) => s.textContent).join()));
});
