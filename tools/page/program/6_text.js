// Shows texts of the models, the beam as a tree, and a description of each model.
/** beam: [{tokens, probability, score}] -> a tree of common beginnings: {word, p, path (product of p), children, score}. */
function branches(beam) {
  const root = {word: "<bos>", p: 1, path: 1, children: []};
  for (const {tokens, probability, score} of beam) {
    let at = root;
    tokens.forEach((word, t) => {
      let next = at.children.find((c) => c.word === word);
      if (!next) {
        next = {word, p: probability[t], path: at.path * probability[t], children: []};
        at.children.push(next);
      }
      at = next;
    });
    at.score = score;
  }
  return root;
}
/** Left to right; a word's own probability under it, the line as thick as that of the whole path. */
function treePicture(root) {
  const place = [];
  let row = 0, deepest = 0;
  const wide = (text) => wordWidth(text) + 22;
  (function walk(node, x) {  // a first child goes on in the row of its parent
    node.x = x;
    node.y = row;
    place.push(node);
    deepest = Math.max(deepest, x + wide(node.word) + (node.score === undefined ? 0 : 60));
    node.children.forEach((child, k) => {
      if (k > 0) ++row;
      walk(child, x + Math.max(54, wide(node.word)));
    });
  })(root, 0);
  const step = 40, height = (row + 1) * step + 6;
  const s = element("svg", {
    viewBox: `0 0 ${deepest} ${height}`,
    width: deepest,
    height,
    role: "img",
    "aria-label": say("beam: ", "빔: ") + place.filter((n) => n.score !== undefined).length +
        say(" translations as a tree", "개의 번역을 나무로")
  });
  const edge = (a, b) => {
    const x0 = a.x + wide(a.word) - 18, y0 = a.y * step + 14, y1 = b.y * step + 14;
    return y0 === y1 ? `M${x0} ${y0}H${b.x - 4}` :
                       `M${a.x + 8} ${y0 + 20}V${y1 - 8}Q${a.x + 8} ${y1} ${a.x + 16} ${y1}H${b.x - 4}`;
  };
  for (const n of place)
    for (const c of n.children)
      s.append(element("path", {
        d: edge(n, c),
        fill: "none",
        stroke: "rgb(var(--heat))",
        "stroke-width": 0.7 + 4 * c.path,
        "stroke-opacity": 0.35 + 0.65 * c.path
      }));
  const told = (n) => say(
      `p = ${number(n.p)} after the words before it; of all words to here ${number(n.path)}`,
      `앞 낱말 다음에 올 확률 ${number(n.p)}, 여기까지 전체 ${number(n.path)}`);
  const words = new Map(place.map((n) => [n, element("text", {x: n.x, y: n.y * step + 18}, n.word, element("title", {}, told(n)))]));
  for (const n of place)
    s.append(
        ...[words.get(n),
            n !== root &&
                element(
                    "text", {x: n.x, y: n.y * step + 32, class: "dim"}, n.p < 0.0005 ? "<.001" : n.p.toFixed(n.p < 0.1 ? 3 : 2)),
            n.score !== undefined &&
                element("text", {x: n.x + wide(n.word) - 8, y: n.y * step + 18, class: "dim"}, number(n.score, 3))]
            .filter((e) => e));
  const paths = [], said = element("p", {class: "said brief", "aria-live": "polite"});  // what the mouse says, the arrow keys say too
  (function follow(node, before) {
    const path = [...before, node];
    if (node.score !== undefined) paths.push(path);
    node.children.forEach((child) => follow(child, path));
  })(root, []);
  const keyed = withKeys(s, {
    name: say("beam", "빔"),
    rows: paths.length,
    columns: (row) => paths[row].length,
    over: (row, k) => {
      said.textContent = `${isolated(paths[row][k].word)}: ${told(paths[row][k])}`;
    },
    mark: (row, k, on) => {
      words.get(paths[row][k]).classList.toggle("at", on);
      if (on) words.get(paths[row][k]).scrollIntoView({block: "nearest", inline: "nearest"});
    }
  });
  return element("div", {}, element("div", {class: "scroll"}, keyed), said);
}
function translations() {
  const writes = (m) => m.kind !== "gpt" && (m.kind !== "bert" || m.sentences.some((s) => s.sentence.includes("[MASK]")));
  const models = data.models.filter((m) => m.sentences.length && writes(m));
  if (models.length === 0) return null;
  const beams = models.some((m) => m.sentences.some((s) => s.beam.length > 1));
  return section(
      "text", say("What was written", "쓴 것"),
      element(
          "p", {class: "dim"},
          !beams ?
              say("Behind each of what was written is its probability.", "쓴 것 뒤의 수는 그 확률입니다.") :
              say("Under each sentence the four best of the beam as a tree: under each word its probability after those before it, at the end the score (log p / length penalty); a line is as thick as the path to there is probable. Behind → stands what is written greedily, the likeliest word each time: what all the maps of this page are of. heed translate writes the best of the beam, and where that is another it is named.",
                  "→ 뒤는 매번 가장 그럴듯한 낱말을 고르는 그리디 디코딩의 번역이고, 이 쪽의 모든 지도는 그 번역의 것입니다. heed translate는 빔의 첫째를 씁니다. 둘이 다르면 그것도 적었습니다. 각 문장 아래에 빔의 상위 네 개를 나무로 그렸습니다. 낱말 아래는 앞 낱말들 다음에 올 확률, 끝은 점수(log p / 길이 페널티)이고, 선은 거기까지의 확률만큼 굵습니다.")),
      models[0].sentences.map(
          (first, s) => element("article", {}, element("h3", {}, element("bdi", {}, first.sentence)), models.map((m) => {
            const r = m.sentences[s], differs = r.text !== first.text;
            return element(
                "div", {},
                element(
                    "p", {class: differs ? "bad" : ""}, models.length > 1 && element("span", {class: "dim"}, m.name + ": "), "→ ",
                    element("bdi", {}, r.text), differs && say("  (differs)", "  (다름)"),
                    r.beam.length > 1 && r.beam[0].text !== r.text &&
                        element(
                            "span", {class: "dim"}, say("  (greedy; heed translate writes: ", "  (그리디 디코딩; heed translate는: "),
                            element("bdi", {}, r.beam[0].text), ")"),
                    r.remarks && element("span", {class: "remark"}, r.remarks)),
                element("p", {class: "dim"}, r.output.map((w, i) => `${isolated(w)} ${number(r.probability[i], 2)}`).join(" · ")),
                r.beam.length > 1 &&
                    element("details", {open: ""}, element("summary", {}, say("beam", "빔")), treePicture(branches(r.beam))));
          }))));
}
function models() {
  const keys = [...new Set(data.models.flatMap((m) => Object.keys(m.options)))],
        show = (v, k) =>
            (k.endsWith("_dropout") && String(v) === "-1" ? say("as dropout", "dropout과 같음") :
                 v === undefined                          ? "–" :
                 typeof v === "object"                    ? JSON.stringify(v) :
                                                            String(v));
  return section(
      "models", say("The models", "모델"),
      table(
          ["", ...data.models.map((m) => m.name)],
          [
            [say("kind", "종류"), ...data.models.map((m) => m.kind)],
            [say("parameters", "매개변수"), ...data.models.map((m) => (m.parameters ? grouped(m.parameters) : "–"))],
            ...keys.map((k) => [k, ...data.models.map((m) => show(m.options[k], k))])
          ],
          say("models", "모델")));
}
