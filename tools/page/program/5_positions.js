// Kinds of positions.
/** first: the position of the first row. */
function matrixOf({length, dim, values, first = 0}) {
  const v = floats(values);
  return {length, dim, first, at: (p, c) => v[p * dim + c]};
}
function positionMatrix(m, title, row = say("position", "위치")) {
  let least = Infinity, most = -Infinity, broken = 0;
  for (let p = 0; p < m.length; ++p)
    for (let c = 0; c < m.dim; ++c) {
      if (!Number.isFinite(m.at(p, c))) {
        ++broken;
        continue;
      }
      least = Math.min(least, m.at(p, c));
      most = Math.max(most, m.at(p, c));
    }
  if (broken === m.length * m.dim) least = most = 0;
  const size = Math.max(3, Math.min(m.dim < 64 ? 12 : 7, Math.floor(900 / m.dim)));
  const canvas = element(
            "canvas", {width: m.dim * size, height: m.length * size, role: "img", "aria-label": title, style: "max-width:100%"}),
        said = element("p", {class: "said", "aria-live": "polite"});
  let at = null;  // the cell where the arrow keys are
  const paint = () => {
    const style = getComputedStyle(document.documentElement), g = canvas.getContext("2d"),
          of = (name) => style.getPropertyValue(name);
    const colour = (v) => {
      if (!Number.isFinite(v)) return of("--bad");
      const [name, strength] = rangeShade(v, least, most);
      return `rgba(${of(name)}, ${strength})`;
    };
    g.clearRect(0, 0, canvas.width, canvas.height);
    for (let p = 0; p < m.length; ++p)
      for (let c = 0; c < m.dim; ++c) {
        g.fillStyle = colour(m.at(p, c));
        g.fillRect(c * size, p * size, size, size);
      }
    g.strokeStyle = of("--ink");
    g.lineWidth = 2;
    if (at) g.strokeRect(at[1] * size, at[0] * size, size, size);
  };
  paint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  const tell = (p, c) => {
    said.textContent =
        say(`${row} ${number(m.first + p, 0)}, dimension ${c}: `, `${row} ${number(m.first + p, 0)}, 차원 ${c}: `) +
        number(m.at(p, c));
  };
  canvas.addEventListener("mousemove", (e) => {
    const box = canvas.getBoundingClientRect(), c = Math.floor(((e.clientX - box.left) / box.width) * m.dim),
          p = Math.floor(((e.clientY - box.top) / box.height) * m.length);
    if (c >= 0 && c < m.dim && p >= 0 && p < m.length) tell(p, c);
  });
  const keyed = withKeys(canvas, {
    name: title,
    rows: m.length,
    columns: () => m.dim,
    over: tell,
    mark: (p, c, on) => {
      at = on ? [p, c] : null;
      paint();
    }
  });
  /** Numbers along a side: where each stands, in per cent. */
  const ticks = (side, count, first) => element(
      "div", {class: side === "top" ? "rows" : "columns"},
      (count < 2 ? [first] : roundTicks(first, first + count - 1, Math.max(3, Math.min(8, count / 4))))
          .filter(Number.isInteger)
          .map((t) => element("span", {style: `${side}:${(100 * (t - first + 0.5)) / count}%`}, number(t, 0))));
  return element(
      "figure", {}, element("h3", {}, title),
      element("div", {class: "matrix"}, ticks("top", m.length, m.first), keyed, element("div", {}), ticks("left", m.dim, 0)),
      least < most && rangeLegend(least, most),
      element(
          "figcaption", {},
          say(`Rows: ${row}s ${number(m.first, 0)} to ${m.first + m.length - 1}. Columns: dimensions 0 to ${m.dim - 1}. From ${
                  number(least, 2)} to ${number(most, 2)}.`,
              `행: ${row} ${number(m.first, 0)}부터 ${m.first + m.length - 1}까지. 열: 차원 0–${m.dim - 1}. ${
                  number(least, 2)}부터 ${number(most, 2)}까지.`)),
      broken > 0 && element("p", {class: "bad"}, brokenWords(broken, "value", "값") + say(" (red)", " (빨강)")), said);
}
/** Sines and cosines of the paper as a matrix, and four of their dimensions as curves. */
function sinusoidPictures() {
  const pe = matrixOf(data.positions.sinusoidal);
  const lines = [0, 1, 10, 11].map(
      (c) => ({name: say(`dimension ${c}`, `차원 ${c}`), points: Array.from({length: pe.length}, (_, i) => [i, pe.at(i, c)])}));
  return {
    matrix:
        positionMatrix(pe, say("Sinusoidal: sin and cos of pos / 10000^(2i/128)", "사인파: pos / 10000^(2i/128)의 sin과 cos")),
    curves: plot(say("Four of its dimensions", "그 가운데 네 차원"), lines, {x: say("position", "위치")})
  };
}
function positions() {
  const p = data.positions, pe = matrixOf(p.sinusoidal), every = Array.from({length: pe.length}, (_, i) => i);
  const dot = (m, i, j) => {
    let s = 0;
    for (let c = 0; c < m.dim; ++c) s += m.at(i, c) * m.at(j, c);
    return s;
  };
  const sinusoid = sinusoidPictures();
  const middle = 25, far = every.map((i) => [i - middle, dot(pe, middle, i)]);
  const {base, head_dim} = p.rotary, frequencies = Array.from({length: head_dim / 2}, (_, i) => base ** ((-2 * i) / head_dim));
  const rotary = {
    name: say(`base ${grouped(base)}, heads of ${head_dim}`, `밑 ${grouped(base)}, 헤드 차원 ${head_dim}`),
    points: Array.from({length: 101}, (_, d) => [d, frequencies.reduce((s, f) => s + Math.cos(f * d), 0) / frequencies.length])
  };
  const ofHead = (h) => `${say("head", "헤드")} ${h + 1}`;
  const alibi = plot(
      say(`ALiBi: added to a score, ${p.alibi.length} heads`, `ALiBi: 점수에 더해지는 값, 헤드 ${p.alibi.length}개`),
      p.alibi.map((slope, h) => ({name: ofHead(h), points: [0, 40].map((d) => [d, -slope * d])})),
      {x: say("distance", "거리")});
  const several = data.models.length > 1, of = (m, text) => (several ? `${m.name}: ` : "") + text;
  const learned = data.models.flatMap(
      (m) => (m.learned || []).flatMap((l) => [["key", say("keys", "키")], ["value", say("values", "값")]].map(
          ([part, name]) => positionMatrix(
              matrixOf({length: 2 * l.clip + 1, dim: l.dim, values: l[part], first: -l.clip}),
              of(m, say(`Shaw, learned: added to ${name} (${l.name})`, `Shaw, 학습됨: ${name}에 더하는 벡터 (${l.name})`)),
              say("distance", "거리")))));
  return section(
      "positions", say("Positions", "위치"),
      element(
          "p", {class: "dim"},
          say("Attention itself does not know an order: something must tell it. Sinusoidal and learned positions are added to the embeddings; rotary ones turn queries and keys; ALiBi and T5 add a number to the scores that depends on the distance, and Shaw et al. a vector to keys and values.",
              "어텐션 자체는 순서를 모릅니다: 무언가가 알려 주어야 합니다. 사인파와 학습된 위치는 임베딩에 더해지고, 로터리는 쿼리와 키를 돌리며, ALiBi와 T5는 거리에 따른 수를 점수에, Shaw 등은 벡터를 키와 값에 더합니다.")),
      sinusoid.matrix,
      element(
          "div", {class: "row"}, sinusoid.curves,
          plot(
              say("Dot product with position 25", "위치 25와의 내적"), [{name: "pe", points: far}], {x: say("distance", "거리")}),
          plot(
              `${say("Rotary: mean cos of the turn", "로터리: 회전의 평균 cos")}, ${rotary.name}`, [rotary],
              {x: say("distance", "거리")}),
          alibi),
      learned.length > 0 && element("h3", {}, say("Learned positions of the models", "모델이 학습한 위치")),
      element("div", {class: "row"}, learned));
}
