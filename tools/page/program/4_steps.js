// One head, one query, step by step, computed again here from q, k and v, and laid beside what heed computed.
function steps() {
  const which = element("h3", {class: "print"}), where = element("p", {}), body = element("div", {});
  const query = slider(say("query", "쿼리"), 1, (v) => choose({query: v}));
  const head = slider(say("head", "헤드"), 1, (v) => choose({head: v}));
  const model = modelChooser(), sentence = sentenceChooser();
  const attentions = chooser(say("attention", "어텐션"), [""], (v) => choose({attention: v, head: 0, query: 0}), {wide: true});

  const about = element(
      "p", {class: "dim"},
      say("One row of one map, done by hand. The query q of one word is multiplied with the key k of every word that it may look at: how well do they fit? The scores are divided by √d, those that the mask hides are taken out, and the softmax turns the rest into shares that sum to 1; by these shares the values v are added up to z, which is what the head gives the word. Below stands the way back, as in training: how the loss would change with each score, and so with q. This page computes all of it from q, k and v once more, and says how far it is from what heed computed.",
          "지도 하나의 한 행을 손으로 풀어 봅니다. 한 낱말의 쿼리 q에 볼 수 있는 낱말마다의 키 k를 곱합니다: 얼마나 맞는가? √d로 나누고 마스크에 가린 것을 뺀 이 점수를 소프트맥스가 합이 1인 몫으로 바꾸고, 그 몫대로 값 v를 더한 z가 헤드가 그 낱말에 주는 것입니다. 그 아래는 학습할 때 거꾸로 가는 길입니다: 점수마다, 또 q에 따라 손실이 얼마나 바뀌는가. 이 문서는 q, k, v에서 이 모두를 다시 계산하고 heed가 계산한 값과 얼마나 다른지 적습니다."));

  /** A model's tables unpacked, once. */
  const relative = (table) => (table.arrays ??= {key: floats(table.key), value: floats(table.value)});

  const largest = (x) => x.reduce((m, v) => Math.max(m, Math.abs(v)), 0),
        size = (x, y) => x.reduce((s, v, c) => s + Math.abs(v * y[c]), 0);
  /**
   * The largest difference as a part of the largest of heed's values; where the terms of their sums cancel out to less than a
   * thousandth, as a part of that: such a rest is rounding.
   */
  const off = (mine, heeds, terms) => {
    const most =
        mine.reduce((m, v, c) => (Math.abs(v - heeds[c]) > m || Number.isNaN(v - heeds[c]) ? Math.abs(v - heeds[c]) : m), 0);
    return most === 0 ? 0 : most / Math.max(largest(heeds), terms / 1000);
  };
  function compute(attention, h, i) {
    const a = unpacked(attention), [, Tq, Tk] = attention.shape, D = a.query.length / (attention.shape[0] * Tq);
    const row = (x, T, t) => x.subarray((h * T + t) * D, (h * T + t + 1) * D),
          sum = (x, y) => (y ? x.map((v, c) => v + y[c]) : x);
    const dot = (x, y) => x.reduce((s, v, c) => s + v * y[c], 0), scale = attention.scale, at = (h * Tq + i) * Tk;
    // Shaw's tables: a vector of the distance, added to each key and to each value.
    const table = data.models[state.model].learned.find((l) => l.name === attention.name);
    const distance = (name, j) => {
      if (!table) return null;
      const at = Math.max(-table.clip, Math.min(table.clip, j - i)) + table.clip;
      return relative(table)[name].subarray(at * D, (at + 1) * D);
    };
    const key = (j) => sum(row(a.key, Tk, j), distance("key", j)), value = (j) => sum(row(a.value, Tk, j), distance("value", j));
    const q = row(a.query, Tq, i), keys = Array.from({length: Tk}, (_, j) => j), given = keys.map((j) => a.scores[at + j]);
    const product = keys.map((j) => dot(q, row(a.key, Tk, j))), qr = table && keys.map((j) => dot(q, distance("key", j))),
          scaled = keys.map((j) => dot(q, key(j)) * scale);
    const term = a.by_distance && keys.map((j) => a.by_distance[h * (Tq + Tk - 1) + j - i + Tq - 1]),
          score = keys.map((j) => scaled[j] + (term ? term[j] : 0));
    const allowed = keys.map((j) => attention.allowed[at + j] === "1"), seen = score.filter((_, j) => allowed[j]),
          most = Math.max(...seen);
    const power = score.map((s, j) => (allowed[j] ? Math.exp(s - most) : 0)), total = power.reduce((s, p) => s + p, 0);
    const weight = power.map((p) => (total === 0 ? 0 : p / total)), ours = keys.map((j) => a.pattern[at + j]);
    const z = Array.from({length: D}, (_, c) => keys.reduce((s, j) => s + weight[j] * value(j)[c], 0));
    const result = {
      D,
      scale,
      q,
      product,
      qr,
      scaled,
      term,
      score,
      allowed,
      most,
      power,
      total,
      weight,
      ours,
      z,
      value: (j) => row(a.value, Tk, j),
      offScore: off(score, given, Math.max(...keys.map((j) => size(q, key(j)) * scale))),
      offWeight: off(weight, ours, 0),
      offZ: off(z, row(a.z, Tq, i), largest(keys.flatMap((j) => (weight[j] > 0 ? [largest(value(j))] : []))))
    };
    if (a.d_z) {
      const g = row(a.d_z, Tq, i), dP = keys.map((j) => dot(g, value(j))), mean = weight.reduce((s, w, j) => s + w * dP[j], 0);
      const dS = keys.map((j) => weight[j] * (dP[j] - mean)),
            dq = Array.from({length: D}, (_, c) => scale * keys.reduce((s, j) => s + dS[j] * key(j)[c], 0)),
            terms = Math.max(...keys.map((j) => size(g, value(j))));
      Object.assign(result, {
        g,
        dP,
        dS,
        dq,
        mean,
        offS: off(dS, a.d_scores.subarray(at, at + Tk), terms),
        offQ: off(dq, row(a.d_query, Tq, i), terms * scale * Math.max(...keys.map((j) => largest(key(j)))))
      });
    }
    return result;
  }
  const said = (vector) =>
      (vector.every((v) => Math.abs(v) < 0.1) ? (v) => (v === 0 ? "0" : v.toExponential(1).replaceAll("-", "−")) :
                                                (v) => number(v, 3));
  // This page does not compute these again.
  const otherwise = {
    linear: say(
        "There is no step view for this kind of attention: linear attention has no softmax. It weighs by φ(q)·φ(k) divided by the sum over the keys that may be seen, with φ(x) = elu(x) + 1.",
        "이런 어텐션은 한 단계씩 볼 수 없습니다: 선형 어텐션에는 소프트맥스가 없습니다. φ(q)·φ(k)를 볼 수 있는 키들에 대한 합으로 나눈 값이 가중치이고, φ(x) = elu(x) + 1입니다."),
    additive: say(
        "There is no step view for this kind of attention: the additive attention of an LSTM has no scores q·kᵀ; a small network computes one number for each pair.",
        "이런 어텐션은 한 단계씩 볼 수 없습니다: LSTM의 덧셈 어텐션에는 점수 q·kᵀ가 없고, 작은 신경망이 쌍마다 수 하나를 계산합니다."),
  };
  /** Says which loss goes back through the model. */
  const lossOf = () => ({
    gpt: say("each next word of the text", "글에서 다음에 오는 낱말마다의"),
    bert: say("the hidden words that it found, or of each word where none is hidden", "찾은 낱말(가린 낱말이 없으면 낱말마다)의"),
    vit: say("the class that it named", "모델이 고른 클래스의")
  })[data.models[state.model].kind] || say("what was written", "쓴 낱말들의");
  const firstFew = (vector) => "(" + Array.from(vector.slice(0, 6), said(vector)).join(", ") + (vector.length > 6 ? ", …)" : ")");
  const few = (vector) =>
      firstFew(vector) + (vector.length > 6 ? say(` [${vector.length} numbers]`, ` [수 ${vector.length}개]`) : "");
  function verdict(what, difference) {
    if (!Number.isFinite(difference))
      return element(
          "p", {class: "bad"},
          say(`${what}: NaN or infinite, so there is nothing to compare`, `${what}: NaN이나 무한대라서 견줄 수 없음`));
    const off = difference === 0 ? "0" : difference.toExponential(1).replaceAll("-", "−");
    return element(
        "p", {class: difference < 1e-4 ? "check" : "bad"},
        say(`${what}, computed again on this page, differs from heed's by at most ${off} of the largest in this row`,
            `${what}: 이 문서에서 다시 계산한 값과 heed의 값의 차이는 많아야 이 행에서 가장 큰 값의 ${off}배`));
  }

  function draw() {
    const reading = readingOf();
    body.replaceChildren();
    which.textContent = where.textContent = "";
    model.select.selectedIndex = state.model;
    sentence.select.selectedIndex = state.sentence;
    if (!reading || reading.heads.length === 0) return;
    attentions.select.replaceChildren(...reading.heads.map((a, i) => element("option", {value: i}, `${a.name} (${kindOf(a)})`)));
    const attention = reading.heads[Math.min(state.attention, reading.heads.length - 1)], [H, Tq] = attention.shape,
          {rows, columns} = tokensOf(reading, attention);
    attentions.select.selectedIndex = Math.min(state.attention, reading.heads.length - 1);
    const i = Math.min(state.query, Tq - 1), h = Math.min(state.head, H - 1);
    query.input.max = Tq - 1;
    query.input.value = i;
    query.tell(rows[i]);
    head.input.max = H - 1;
    head.input.value = h;
    head.tell(`${h + 1}/${H}`);
    which.textContent = `${isolated(reading.sentence)}: ${attention.name}, ${say("head", "헤드")} ${h + 1}/${H}, ${
        say("query", "쿼리")} ${i + 1}/${Tq}: “${isolated(rows[i])}”`;  // on paper there are no controls that say it
    about.hidden = attention.formula !== "softmax";
    if (about.hidden) {
      body.append(element("p", {}, otherwise[attention.formula]));
      return;
    }
    const s = compute(attention, h, i);
    where.textContent = (data.models.length > 1 ? `${data.models[state.model].name}: ` : "") +
        (attention.cross ?  // its query is of the place where that word is still to come
             say(`q of the decoder, which has read up to “${isolated(reading.input[i])}” and is to write “${isolated(rows[i])}”: `,
                 `“${isolated(reading.input[i])}”까지 읽고 “${isolated(rows[i])}” 쓸 차례인 디코더의 쿼리 q: `) :
             say(`q of “${isolated(rows[i])}”: `, `“${isolated(rows[i])}” 쿼리 q: `)) +
        few(s.q);
    const dash = (j, text) => (s.allowed[j] ? text : "–");
    const most = s.most < 0 ? `(${number(s.most)})` : number(s.most);
    const scaled = s.scale !== 1 || s.D === 1, over = scaled ? ` / √${s.D}` : "",
          formula =
              `z = softmax(mask(${s.qr ? "q·(k + r)" : "q·kᵀ"}${over}${s.term ? " + b" : ""})) · ${s.qr ? "(v + r′)" : "v"}`;
    body.append(
        element("h3", {}, say("Forward", "순전파")),
        element(
            "p", {}, element("span", {class: "formula"}, formula), " ",
            scaled ? say(`√${s.D} = ${number(1 / s.scale)}. `, `√${s.D} = ${number(1 / s.scale)}. `) :
                     say("This model does not divide q·k by √d. ", "이 모델은 q·k를 √d로 나누지 않습니다. "),
            s.term &&
                say("b is what its positions add for the distance from query to key. ",
                    "b는 쿼리에서 키까지의 거리에 따라 위치가 더하는 값입니다. "),
            s.qr &&
                say("r and r′ are the learned vectors of the distance from query to key, which are added to each key and to each value. ",
                    "r과 r′은 쿼리에서 키까지의 거리마다 학습한 벡터로, 각각 키와 값에 더해집니다. "),
            say(`The mask comes before the softmax: a key that may not be seen counts as −∞. Then e^(score − ${
                    most}) of each, divided by their sum ${number(s.total)}.`,
                `마스크는 소프트맥스 앞에 옵니다: 볼 수 없는 키는 −∞로 칩니다. 그다음 각각 e^(점수 − ${most})를 구하고 그 합(${
                    number(s.total)})으로 나눕니다.`)),
        table(
            [
              say("key", "키"), "q·k", ...(s.qr ? ["q·r"] : []), ...(scaled ? ["/ √d"] : []), ...(s.term ? ["b", "+ b"] : []),
              say("mask", "마스크"), "e^(s − max)", say("weight", "가중치"), say("heed's", "heed의 값"), "v"
            ],
            columns.map(
                (c, j) =>
                    [c, number(s.product[j]), ...(s.qr ? [number(s.qr[j])] : []), ...(scaled ? [number(s.scaled[j])] : []),
                     ...(s.term ? [number(s.term[j]), number(s.score[j])] : []), s.allowed[j] ? number(s.score[j]) : "−∞",
                     number(s.power[j]), number(s.weight[j]), number(s.ours[j]), firstFew(s.value(j))]),
            say("forward", "순전파")),
        element("p", {}, "z = " + few(s.z)), verdict(say("the score", "점수"), s.offScore), verdict("softmax", s.offWeight),
        verdict("z", s.offZ));
    if (s.dP)
      body.append(
          element("h3", {}, say("Backward", "역전파")),
          element(
              "p", {},
              element(
                  "span", {class: "formula"},
                  `dw = g·${s.qr ? "(v + r′)" : "v"};  ds = w (dw − Σ w dw);  dq = Σ ds ${s.qr ? "(k + r)" : "k"}${over}`),
              " ",
              say(`g = dL/dz of the loss −Σ log p of ${lossOf()}: ${few(s.g)}. Σ w dw = ${
                      number(s.mean, 6)}. The ds sum to 0: what one key gains, the others lose.`,
                  `g = dL/dz, 손실은 ${lossOf()} −Σ log p: ${few(s.g)}. Σ w dw = ${
                      number(s.mean, 6)}. ds의 합은 0입니다: 한 키가 얻는 만큼 다른 키들이 잃습니다.`)),
          table(
              [say("key", "키"), say("weight", "가중치"), "dw", "ds"],
              columns.map((c, j) => [c, dash(j, number(s.weight[j])), dash(j, number(s.dP[j], 6)), dash(j, number(s.dS[j], 6))]),
              say("backward", "역전파")),
          element("p", {}, "dq = " + few(s.dq)), verdict("ds", s.offS), verdict("dq", s.offQ));
  }
  listeners.push(draw);
  draw();
  return section(
      "steps", say("One head, one query, step by step", "헤드 하나, 쿼리 하나, 한 단계씩"),
      about,
      element("div", {class: "bar"}, sentence.label, data.models.length > 1 && model.label),
      element("div", {class: "bar"}, attentions.label, head.label, query.label), which,
      where, body);
}
