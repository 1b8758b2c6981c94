// What the models wrote, the beam as a tree, and what each model is.
function branches(texts) {  // [{words, score}] -> a tree of common beginnings
  const root = { children: new Map() };
  for (const { words, score } of texts) {
    let at = root;
    for (const w of words) { if (!at.children.has(w)) at.children.set(w, { children: new Map() }); at = at.children.get(w); }
    at.score = score;
  }
  return root;
}
function treeList(node) {
  return element("ul", { class: "tree" }, [...node.children].map(([word, child]) => {
    const words = [word];  // a run without branches stays on one line
    while (child.children.size === 1 && child.score === undefined) { const [next, below] = [...child.children][0]; words.push(next); child = below; }
    return element("li", {}, words.join(" "), child.score !== undefined && element("span", { class: "dim" }, `  ${number(child.score, 3)}`), child.children.size > 0 && treeList(child));
  }));
}
function translations() {
  const models = data.models.filter((m) => m.sentences.length && m.kind !== "gpt");
  if (models.length === 0) return null;
  return section("text", say("What was written", "쓴 것"),
    element("p", { class: "dim" }, say("Under each sentence the words with the probability that the model gave them, and the four best of the beam with their scores (log p / length penalty): what they have in common stands once.",
      "각 문장 아래에 낱말과 모델이 매긴 확률, 그리고 빔의 상위 네 개와 점수(log p / 길이 벌점)가 있습니다. 공통된 앞부분은 한 번만 씁니다.")),
    models[0].sentences.map((first, s) => element("article", {}, element("h3", {}, first.sentence), models.map((m) => {
      const r = m.sentences[s], differs = r.text !== first.text;
      return element("div", {}, element("p", { class: differs ? "bad" : "" }, models.length > 1 && element("span", { class: "dim" }, m.name + ": "), "→ " + r.text, differs && say("  (differs)", "  (다름)")),
        element("p", { class: "dim" }, r.output.map((w, i) => `${w} ${number(r.probability[i], 2)}`).join(" · ")),
        r.beam.length > 1 && element("details", {}, element("summary", {}, say("beam", "빔")), treeList(branches(r.beam.map((b) => ({ words: b.text.split(" "), score: b.score }))))));
    }))));
}
function marked(line) {
  return [line.source, line.reference, line.written, number(line.chrf, 1), number(line.bleu, 1)];
}
function tests() {
  const head = [say("source", "원문"), say("reference", "정답"), say("written", "쓴 것"), "chrF", "BLEU"], parts = [];
  data.tests.each.forEach((t, m) => {
    if (!t) return;
    parts.push(element("h3", {}, say(`${data.models[m].name}: the worst of ${t.sentences} test sentences`, `${data.models[m].name}: 시험 문장 ${t.sentences}개 중 가장 나쁜 것`)), t.worst.length ? table(head, t.worst.map(marked), "worst") : element("p", {}, say("All of them are right.", "모두 맞았습니다.")),
      element("details", {}, element("summary", {}, say("the best", "가장 좋은 것")), table(head, t.best.map(marked), "best")));
  });
  if (data.tests.differ.length) parts.push(element("h3", {}, say("Where the first two models differ most", "처음 두 모델이 가장 다른 곳")),
    table([say("source", "원문"), say("reference", "정답"), ...data.models.slice(0, 2).flatMap((m) => [m.name, "chrF"])],
      data.tests.differ.map(([a, b]) => [a.source, a.reference, a.written, number(a.chrf, 1), b.written, number(b.chrf, 1)]), "differ"));
  return parts.length === 0 ? null : section("tests", say("Worst and best", "가장 나쁜 것과 좋은 것"),
    element("p", { class: "dim" }, say("By chrF of each sentence, from the test files beside the model; BLEU of one sentence is of its words as they stand.", "모델 옆의 시험 파일에서, 문장마다의 chrF로 고릅니다. 문장 하나의 BLEU는 낱말 그대로 잽니다.")), parts);
}
function models() {
  const keys = [...new Set(data.models.flatMap((m) => Object.keys(m.options)))], show = (v) => (v === undefined ? "–" : typeof v === "object" ? JSON.stringify(v) : String(v));
  return section("models", say("The models", "모델"),
    table(["", ...data.models.map((m) => m.name)], [[say("kind", "종류"), ...data.models.map((m) => m.kind)], [say("parameters", "매개변수"), ...data.models.map((m) => grouped(m.parameters))],
      ...keys.map((k) => [k, ...data.models.map((m) => show(m.options[k]))])], say("models", "모델")));
}
