// One head, one query: all that the page computes again, for each of them, is heed's.
check(() => {
let seen = 0;
readingOf().heads.forEach((a, attention) => { for (let head = 0; head < a.shape[0]; ++head) for (let query = 0; query < a.shape[1]; ++query) {
  Object.assign(state, { attention, head, query });
  listeners.at(-1)();  // the step view alone: the maps of all heads take long to draw
  const at = `${a.name}, head ${head + 1}, query ${query + 1}`, said = all("#steps .check, #steps .bad");
  must(`${at}: scores, softmax, z, ds and dq are checked`, said.length === 5);
  must(`${at}: ${all("#steps .bad").map((e) => e.textContent)}`, all("#steps .bad").length === 0);
  // the sum that the table shows: q·k times its factor, and what the positions add
  if (a.by_distance) for (const row of all("#steps table")[0].querySelectorAll("tbody tr")) {
    const n = [...row.querySelectorAll("td")].map((c) => Number(c.textContent.replaceAll("−", "-"))), scaled = a.scale === 1 ? 0 : 1;
    must(`${at}: the term itself is shown`, Math.abs(n[0] * a.scale - n[scaled]) < 1e-3 && Math.abs(n[scaled] + n[scaled + 1] - n[scaled + 2]) < 1e-3);
  }
  ++seen;
} });
must("something to compute", seen > 0);
must("of what the loss is", document.querySelector("#steps").textContent.includes(data.models[0].kind === "vit" ? say("the class that it named", "모델이 고른 클래스의") : say("what was written", "쓴 낱말들의")));
const learned = data.models.flatMap((m) => m.learned);
must("the learned positions are drawn", learned.every((l) => all("#positions h3").some((h) => h.textContent.includes(`(${l.name})`))));
must("ALiBi with the model's heads", all("#positions h3").some((h) => h.textContent.startsWith("ALiBi") && h.textContent.includes(data.positions.alibi.length)));
});
