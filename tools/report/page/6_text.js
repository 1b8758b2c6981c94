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
function models() {
  const keys = [...new Set(data.models.flatMap((m) => Object.keys(m.options)))], show = (v) => (v === undefined ? "–" : typeof v === "object" ? JSON.stringify(v) : String(v));
  return section("models", say("The models", "모델"),
    table(["", ...data.models.map((m) => m.name)], [[say("kind", "종류"), ...data.models.map((m) => m.kind)], [say("parameters", "매개변수"), ...data.models.map((m) => grouped(m.parameters))],
      ...keys.map((k) => [k, ...data.models.map((m) => show(m.options[k]))])], say("models", "모델")));
}
