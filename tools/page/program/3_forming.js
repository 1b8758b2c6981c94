// How attention formed: what the heads looked at after each epoch, with a slider over the epochs.
function forming() {
  const runs = data.models.filter((m) => m.history && m.history.snapshots && m.history.snapshots.epochs.length > 0);
  if (runs.length === 0) return null;
  const at = {run: 0, sentence: 0, attention: 0, head: 0, epoch: -1};  // -1: the last
  const last = () => snapshots().epochs.length - 1;
  const snapshots = () => runs[at.run].history.snapshots, reading = () => snapshots().sentences[at.sentence],
        attention = () => reading().heads[at.attention];
  const unpackedEpoch = (e) => (e.bytes ??= Uint8Array.from(atob(e.weights), (c) => c.charCodeAt(0)));
  const size = ([H, Tq, Tk]) => H * Tq * Tk;
  function offset() {
    const s = snapshots().sentences;
    const before = s.slice(0, at.sentence).flatMap((x) => x.heads).concat(reading().heads.slice(0, at.attention));
    return before.reduce((n, h) => n + size(h.shape), 0);
  }
  /** Tells tokens that lie ahead of a decoder that looks at itself. */
  const hidden = (i, j) => attention().causal && j > i;
  /** A head's weights after an epoch; null: it may not look there, and does not. */
  function weights(epoch, head) {
    const [, Tq, Tk] = attention().shape, start = offset() + head * Tq * Tk, bytes = unpackedEpoch(epoch);
    return (i, j) => {
      const byte = bytes[start + i * Tk + j];
      return byte === 0 && hidden(i, j) ? null : byte / 255;
    };
  }
  /** Bits of a row's distribution, the mean over the rows: 0 where each word looks at one other. */
  function spread(epoch, head) {
    const [, Tq, Tk] = attention().shape, w = weights(epoch, head);
    let sum = 0;
    for (let i = 0; i < Tq; ++i) {
      const row = Array.from({length: Tk}, (_, j) => w(i, j) || 0), total = row.reduce((s, v) => s + v, 0) || 1;
      for (const v of row)
        if (v > 0) sum -= (v / total) * Math.log2(v / total);
    }
    return sum / Tq;
  }
  const where = element("div", {class: "row"}), said = element("p", {class: "said", "aria-live": "polite"});
  const pick = (change) => {
    Object.assign(at, change);
    draw();
  };
  const run = chooser(
      say("training", "학습"), runs.map((r) => r.name), (v) => pick({run: v, sentence: 0, attention: 0, head: 0, epoch: -1}));
  const images = runs.every((r) => r.kind === "vit"),
        translates = runs.some((r) => r.history.snapshots.sentences.some((s) => s.heads.some((h) => h.cross)));
  const sentence = chooser(
      images ? say("image", "이미지") : say("sentence", "문장"), [""],
      (v) => pick({sentence: v, attention: Math.min(at.attention, snapshots().sentences[v].heads.length - 1), head: 0}),
      {wide: true});
  const which = chooser(say("attention", "어텐션"), [""], (v) => pick({attention: v, head: 0}));
  const head = slider(say("head", "헤드"), 1, (v) => pick({head: v}));
  const epoch = slider(say("epoch", "에포크"), 1, (v) => pick({epoch: v}));
  /** A sentence; of an image its number and, as far as it is known, its class. */
  const pictured = (s, i) => !images ?
      (s.source.length ? s.source : s.input).join(" ") :
      i + 1 + (s.output.length ? say(`, of class ${s.output[0]}`, `, 클래스 ${s.output[0]}`) : "");
  let playing = null;
  const play = element("button", {
    type: "button",
    class: "play",
    onclick: () => {
      if (playing) {
        clearInterval(playing);
        playing = null;
      } else {
        pick({epoch: 0});
        playing = setInterval(() => {
          if (at.epoch + 1 >= snapshots().epochs.length) {
            clearInterval(playing);
            playing = null;
          } else
            pick({epoch: at.epoch + 1});
          draw();
        }, 700);
      }
      draw();
    }
  });
  const firstAttention = () => Math.max(0, reading().heads.findLastIndex((h) => h.cross));  // where the alignment is seen
  const strip = element("div", {class: "row"});
  const fill = (select, texts, chosen) => {
    select.replaceChildren(...texts.map((t, i) => element("option", {value: i}, t)));
    select.selectedIndex = chosen;
  };
  function draw() {
    const epochs = snapshots().epochs, now = at.epoch < 0 ? epochs.length - 1 : Math.min(at.epoch, epochs.length - 1),
          a = attention(), [H] = a.shape;
    at.epoch = now;
    fill(sentence.select, snapshots().sentences.map(pictured), at.sentence);
    fill(which.select, reading().heads.map((h) => `${h.name} (${kindOf(h)})`), at.attention);
    head.input.max = H - 1;
    head.input.value = at.head;
    head.tell(`${at.head + 1}/${H}`);
    epoch.input.max = epochs.length - 1;
    epoch.input.value = now;
    epoch.tell(epochs[now].epoch === 0 ? say("0: untrained", "0: 학습 전") : String(epochs[now].epoch));
    play.setAttribute("aria-pressed", String(playing !== null));
    play.textContent = playing ? say("stop", "멈춤") : say("play", "재생");
    drawStrip(epochs, now);
    const {rows, columns} = tokensOf(reading(), a), w = weights(epochs[now], at.head);
    const leaked = rows.reduce((n, _, i) => n + columns.filter((_, j) => hidden(i, j) && w(i, j) > 0).length, 0);
    where.replaceChildren(
        element(
            "figure", {},
            element(
                "h3", {},
                `${runs.length > 1 ? runs[at.run].name + ": " : ""}${a.name}, ${say("head", "헤드")} ${at.head + 1}, ${
                    say("epoch", "에포크")} ${epochs[now].epoch}`),
            heatMap({
              rows,
              columns,
              value: w,
              wrong: (i, j) => hidden(i, j) && w(i, j) > 0,
              size: Math.max(14, Math.min(38, 380 / Math.max(rows.length, columns.length))),
              name: `${a.name}: ${rows.length} × ${columns.length}`,
              over: (i, j, v) => {
                said.textContent = v === null ? "–" : `${towards(rows[i], columns[j])}: ${number(v, 2)}`;
              }
            }),
            element("figcaption", {}, sidesOf(a)), leaked > 0 && element("p", {class: "bad"}, leakWords(leaked)), said),
        plot(
            say("how spread a row is, bits (0: one word alone)", "한 행이 퍼진 정도, 비트 (0: 한 낱말만)"),
            Array.from(
                {length: H},
                (_, h) => ({name: `${say("head", "헤드")} ${h + 1}`, points: epochs.map((e) => [e.epoch, spread(e, h)])})),
            {x: say("epoch", "에포크"), zero: true, whole: true}));
  }
  function drawStrip(epochs, now) {
    const a = attention(), [, Tq, Tk] = a.shape, most = 9, step = Math.max(1, Math.ceil(epochs.length / most));
    const some = epochs.map((_, i) => i).filter((i) => i % step === 0 || i === epochs.length - 1);
    const strips = some.map((i) => ({i, w: weights(epochs[i], at.head)}));
    strip.replaceChildren(...strips.map(
        ({i, w}) => element(
            "button", {
              class: "head",
              type: "button",
              "aria-pressed": String(i === now),
              "aria-label": `${say("epoch", "에포크")} ${epochs[i].epoch}`,
              onclick: () => {
                pick({epoch: i});
                strip.querySelector("[aria-pressed=true]")?.focus({preventScroll: true});  // the buttons are new ones
              }
            },
            heatMap({
              rows: Array(Tq).fill(""),
              columns: Array(Tk).fill(""),
              value: w,
              wrong: (r, c) => hidden(r, c) && w(r, c) > 0,
              size: Math.max(3, Math.min(14, 92 / Math.max(Tq, Tk))),
              labels: false,
              name: `${say("epoch", "에포크")} ${epochs[i].epoch}`
            }),
            element("figcaption", {}, `${say("epoch", "에포크")} ${epochs[i].epoch}`))));
  }
  at.attention = firstAttention();
  const before = keepChoice("forming", () => ({...at, epoch: at.epoch === last() ? -1 : at.epoch}));  // the last stays the last
  if (before && runs[before.run]?.history.snapshots.sentences[before.sentence]?.heads[before.attention]?.shape[0] > before.head)
    Object.assign(at, before);
  draw();
  return section(
      "forming", say("How the attention formed", "어텐션이 생기는 과정"),
      element(
          "p", {class: "dim"},
          (images ?
               say("What the heads looked at after each epoch, in images that were not trained on: from which patch (row, column) to which. ",
                   "학습에 쓰지 않은 이미지에서 에포크마다 헤드가 본 곳입니다: 어느 패치(행, 열)에서 어느 패치를 보는가. ") :
               say("What the heads looked at after each epoch, in sentences that were not trained on. ",
                   "학습에 쓰지 않은 문장에서 에포크마다 헤드가 본 곳입니다. ")) +
              (translates ? say("A decoder reads the true translation, so that the rows stay the same. ",
                                "디코더는 정답 번역을 읽으므로 행이 바뀌지 않습니다. ") :
                            "") +
              say("Weights are kept to 1/255.", "가중치는 1/255 단위로 남깁니다.")),
      element("div", {class: "bar"}, runs.length > 1 && run.label, sentence.label),
      element("div", {class: "bar"}, which.label, head.label, epoch.label, play), where, strip);
}
