// Every head: all as small maps, one of them large, as a map or as lines between words.
const state = {
  model: Math.max(0, data.models.findIndex((m) => m.sentences.length)),
  sentence: 0,
  attention: 0,
  head: 0,
  query: 0
};
const listeners = [];
function choose(change) {
  Object.assign(state, change);
  listeners.forEach((f) => f());
}
const readingOf = (s = state) => data.models[s.model].sentences[s.sentence];

/** One attention of a reading with its arrays unpacked, once. */
function unpacked(attention) {
  if (!attention.arrays) {
    attention.arrays = {};
    for (const [name, value] of Object.entries(attention))
      if (typeof value === "string" && !["name", "allowed", "formula"].includes(name))
        attention.arrays[name] = floats(value);
  }
  return attention.arrays;
}
function tokensOf(reading, attention) {
  const source = attention.name.startsWith("encoder");
  return {
    rows: attention.cross ? reading.output :
        source            ? reading.source :
                            reading.input,
    columns: attention.cross || source ? reading.source : reading.input
  };
}
function kindOf(attention) {
  if (attention.cross) return say("decoder looks at the source", "디코더가 원문을 봄");
  return attention.causal ? say("decoder looks at itself", "디코더가 자신을 봄") :
                            say("encoder looks at itself", "인코더가 자신을 봄");
}
/**
 * Finds an attention's like in another reading's heads: the one of its name, else the last of its kind; −1: there is none.
 */
function counterpart(attention, heads) {
  const named = heads.findIndex((a) => a.name === attention.name && kindOf(a) === kindOf(attention));
  return named >= 0 ? named : heads.findLastIndex((a) => kindOf(a) === kindOf(attention));
}
const mayLook = (attention, at) => attention.allowed[at] === "1";
/** Null where the rules allow no look, and there is none. */
function weightAt(attention, head, i, j) {
  const [, Tq, Tk] = attention.shape, at = (head * Tq + i) * Tk + j, weight = unpacked(attention).pattern[at];
  return !mayLook(attention, at) && weight === 0 ? null : weight;
}
/** Says if there is a weight where the rules allow none: the mask leaks. */
function leaks(attention, head, i, j) {
  const [, Tq, Tk] = attention.shape, at = (head * Tq + i) * Tk + j;
  return !mayLook(attention, at) && unpacked(attention).pattern[at] !== 0;
}
const leakWords = (count) =>
    say(`${count === 1 ? "1 weight is" : `${count} weights are`} above 0 where the mask allows none (red): the mask leaks`,
        `마스크가 막은 곳에 0보다 큰 가중치 ${count}개 (빨강): 마스크가 샘`);
/** Sentences that the page does not show, and why. */
const leftOut = () => data.left_out.map(
    (l) => element(
        "p", {class: "bad"}, say(`Left out (${l.why}): `, `뺀 문장(${l.why}): `),
        element("bdi", {}, l.sentence.length > 200 ? l.sentence.slice(0, 200) + "…" : l.sentence)));

/** Shows another model, by its attention that is like the one that was shown. */
function chooseModel(model) {
  const from = readingOf(), to = readingOf({...state, model});
  const like = from && from.heads.length && to && to.heads.length ?
      counterpart(from.heads[Math.min(state.attention, from.heads.length - 1)], to.heads) :
      -1;
  choose(like >= 0 ? {model, attention: like, query: 0} : {model, attention: 0, head: 0, query: 0});
}
const modelChooser = () => chooser(say("model", "모델"), data.models.map((m) => m.name), chooseModel);
const readModels = data.models.filter((m) => m.sentences.length), readImages = readModels.every((m) => m.kind === "vit");
const sentenceChooser = () => chooser(
    readImages ? say("image", "이미지") : say("sentence", "문장"), readModels[0].sentences.map((s) => s.sentence),
    (v) => choose({sentence: v, query: 0}), {wide: true});
/** Names the rows and columns of a map; of lines, its left and right. */
const sidesOf = (attention, {lines = false} = {}) => (lines ? say("Left: ", "왼쪽: ") : say("Rows: ", "행: ")) +
    (attention.cross ? say("words that were written. ", "쓴 낱말. ") : say("who looks. ", "보는 쪽. ")) +
    (lines ? say("Right: ", "오른쪽: ") : say("Columns: ", "열: ")) +
    (attention.cross ? say("words that were read.", "읽은 낱말.") : say("who is looked at.", "보이는 쪽."));

function heads() {
  if (readModels.length === 0)
    return section(
        "heads", say("Every head", "모든 헤드"),
        data.left_out.length > 0 ? leftOut() :
                                   element(
                                       "p", {},
                                       say("No sentence was given: heed report MODEL --sentence \"…\"",
                                           "문장이 주어지지 않았습니다: heed report MODEL --sentence \"…\"")));
  const grid = element("div", {class: "grid"}), large = element("div", {class: "row"}),
        said = element("p", {class: "said", "aria-live": "polite"}), read = element("p", {});
  const model = modelChooser(), sentence = sentenceChooser();
  const printed = element("h3", {class: "print"});  // on paper there is no chooser that says it
  const lines = element("input", {type: "checkbox", onchange: () => draw()});
  function draw() {
    model.select.selectedIndex = state.model;
    sentence.select.selectedIndex = state.sentence;
    printed.textContent = readModels[0].sentences[state.sentence].sentence;
    grid.replaceChildren();
    large.replaceChildren();
    said.textContent = "";
    const reading = readingOf();
    if (!reading || reading.heads.length === 0) {
      read.textContent = say("This model has no heads to look at.", "이 모델에는 볼 헤드가 없습니다.");
      return;
    }
    read.replaceChildren(
        ...[...(reading.source.length ? [...apart(reading.source), " →  ", element("bdi", {}, reading.text)] :
                                        apart(reading.input)),
            reading.remarks && element("span", {class: "remark"}, reading.remarks)].filter(Boolean));
    grid.append(weightLegend(reading.heads.some((a) => a.allowed.includes("0"))));
    reading.heads.forEach((attention, a) => {
      const [H, Tq, Tk] = attention.shape, size = Math.max(3, Math.min(18, 84 / Math.max(Tq, Tk)));
      grid.append(
          element("h3", {}, attention.name + " ", element("span", {class: "dim"}, kindOf(attention))),
          element("div", {class: "row"}, Array.from({length: H}, (_, h) => {
            const chosen = a === state.attention && h === state.head;
            return element(
                "button", {
                  class: "head",
                  type: "button",
                  "aria-pressed": String(chosen),
                  "aria-label": `${attention.name}, ${say("head", "헤드")} ${h + 1}`,
                  onclick: () => {
                    choose({attention: a, head: h, query: 0});
                    grid.querySelector("[aria-pressed=true]")?.focus({preventScroll: true});  // the buttons are new ones
                  }
                },
                heatMap({
                  rows: Array(Tq).fill(""),
                  columns: Array(Tk).fill(""),
                  value: (i, j) => weightAt(attention, h, i, j),
                  wrong: (i, j) => leaks(attention, h, i, j),
                  size,
                  labels: false,
                  name: `${attention.name} ${h + 1}`
                }),
                element("figcaption", {}, `${say("head", "헤드")} ${h + 1}`));
          })));
    });
    const both = data.models.length === 2 &&
        data.models.every((m) => m.sentences[state.sentence] && m.sentences[state.sentence].heads.length);
    const chosen = reading.heads[Math.min(state.attention, reading.heads.length - 1)];
    if (!both) {
      drawLarge(reading, chosen, "");
      return;
    }
    data.models.forEach((m, at) => {
      const other = m.sentences[state.sentence],
            like = at === state.model ? chosen : other.heads[counterpart(chosen, other.heads)];
      if (like)
        drawLarge(other, like, m.name);
      else
        large.append(element(
            "figure", {}, element("h3", {}, m.name),
            element(
                "p", {class: "dim"},
                say(`It has no attention of this kind (${kindOf(chosen)}).`, `이런 어텐션(${kindOf(chosen)})이 없습니다.`))));
    });
  }
  function drawLarge(reading, attention, of) {
    const {rows, columns} = tokensOf(reading, attention), h = Math.min(state.head, attention.shape[0] - 1);
    const pairs = rows.length * columns.length,
          broken = unpacked(attention).pattern.slice(h * pairs, (h + 1) * pairs).filter((v) => !Number.isFinite(v)).length;
    large.append(element(
        "figure", {},
        element("h3", {}, (of && of + ": ") + `${attention.name}, ${say("head", "헤드")} ${h + 1}/${attention.shape[0]}`),
        lines.checked ? lineView(reading, attention, h) : heatMap({
          rows,
          columns,
          value: (i, j) => weightAt(attention, h, i, j),
          wrong: (i, j) => leaks(attention, h, i, j),
          size: Math.max(14, Math.min(44, 420 / Math.max(rows.length, columns.length))),
          name: `${attention.name}: ${kindOf(attention)}; ${rows.length} × ${columns.length}`,
          over: (i, j, v) => {
            said.textContent = v === null ?
                say(`“${isolated(rows[i])}” may not look at “${isolated(columns[j])}”`,
                    `“${isolated(rows[i])}”: “${isolated(columns[j])}” 볼 수 없음`) :
                `${towards(rows[i], columns[j])}: ${number(v)}` + (Number.isFinite(v) ? ` (${(100 * v).toFixed(1)} %)` : "") +
                    (leaks(attention, h, i, j) ? say(", where it may not look", ", 볼 수 없는 곳인데도") : "");
          }
        }),
        element("figcaption", {}, sidesOf(attention, {lines: lines.checked}))));
    if (reading.image)
      large.append(imageView(reading, attention, h, (j, v) => {
        said.textContent = `${towards(rows[0], columns[j])}: ${number(v)}`;
      }));
    if (broken) large.append(element("p", {class: "bad"}, brokenWords(broken, "weight", "가중치") + say(" (red)", " (빨강)")));
    const leaked = rows.reduce((n, _, i) => n + columns.filter((_, j) => leaks(attention, h, i, j)).length, 0);
    if (leaked) large.append(element("p", {class: "bad"}, leakWords(leaked)));
  }
  const first = readingOf().heads.findLastIndex((a) => a.cross);  // where the alignment is seen
  if (first >= 0) state.attention = first;
  const before = keepChoice("heads", () => ({...state, lines: lines.checked}));
  const shape = before && data.models[before.model]?.sentences[before.sentence]?.heads[before.attention]?.shape;
  if (shape && shape[0] > before.head && shape[1] > before.query)
    for (const key of Object.keys(state)) state[key] = before[key];
  if (before) lines.checked = before.lines;
  listeners.push(draw);
  draw();
  return section(
      "heads", say("Every head", "모든 헤드"),
      element(
          "p", {class: "dim"},
          say("Each row of a map sums to 1: how much of what a word takes comes from which other. The darker (in the dark: the brighter) a cell, the more. Choose a head to see it large; the mouse and the arrow keys show its numbers.",
              "지도의 각 행은 합이 1입니다: 한 낱말이 다른 낱말에서 얼마씩 가져오는지를 보입니다. 칸이 진할수록(어두운 화면에서는 밝을수록) 많이 가져옵니다. 헤드를 고르면 크게 보이고, 마우스나 화살표 키로 칸을 짚으면 숫자가 보입니다.")),
      element(
          "div", {class: "bar"}, sentence.label, data.models.length > 1 && model.label,
          element(
              "label", {}, lines,
              readImages ? say("lines between patches", "패치 사이의 선") : say("lines between words", "낱말 사이의 선"))),
      printed, read, element("div", {class: "beside"}, element("div", {}, large, said), grid), leftOut());
}
