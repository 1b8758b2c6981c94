// The page shows the numbers of its data: cells, probabilities, positions.
check(async () => {
  // Every cell of every head.
  const reading = readingOf(), maps = all("#heads button.head");
  let map = 0;
  for (const a of reading.heads) {
    const [H, Q, K] = a.shape, pattern = decoded(a.pattern);
    for (let h = 0; h < H; ++h, ++map) {
      const is = fillsOf(all("rect.cell", maps[map]));
      const at = (n) => h * Q * K + n, should = Array.from({length: Q * K}, (_, n) => filled(a.allowed[at(n)] === "0" ? null : pattern[at(n)]));
      must(`each cell of ${a.name}, head ${h + 1}, is its weight`, is.join() === should.join());
    }
  }
  must("a map for each head, none more", map === maps.length);
  // The large one, cell by cell, as the arrow keys say it.
  const last = reading.heads.at(-1), [H, Q, K] = last.shape, pattern = decoded(last.pattern);
  maps.at(-1).click();
  await pause();
  {
    const is = fillsOf(cellsOf(document.querySelector("#heads .beside figure"))),
          should = Array.from({length: Q * K}, (_, n) => filled(last.allowed[(H - 1) * Q * K + n] === "0" ? null : pattern[(H - 1) * Q * K + n]));
    must("each cell of the large map is its weight", is.join() === should.join());
  }
  const keys = document.querySelector("#heads .keys"), press = (key) => keys.dispatchEvent(new KeyboardEvent("keydown", {key}));
  for (let i = 0; i < Q; ++i)
    for (let j = 0; j < K; ++j) {
      if (i + j === 0) press("ArrowUp");
      else if (j > 0) press("ArrowRight");
      else {
        press("ArrowDown");
        for (let back = 1; back < K; ++back) press("ArrowLeft");
      }
      const at = ((H - 1) * Q + i) * K + j, said = document.querySelector("#heads .said").textContent.match(/: (\S+) \(/);
      if (last.allowed[at] === "1") must(`what is said of cell ${i}, ${j}`, said && near(numberIn(said[1]), pattern[at]));
    }

  // How attention formed: a byte for each weight, sentence by sentence, attention by attention, head by head.
  const forming = document.querySelector("#forming");
  if (forming) {
    const {sentences, epochs} = data.models[0].history.snapshots, [sentence, which] = all("select", forming),
          [head, epoch] = all("input[type=range]", forming), set = (control, value, event) => {
            control[control.tagName === "SELECT" ? "selectedIndex" : "value"] = value;
            control.dispatchEvent(new Event(event));
          };
    const bytes = epochs.map((e) => Uint8Array.from(atob(e.weights), (c) => c.charCodeAt(0)));
    let from = 0;
    for (const [s, one] of sentences.entries())
      for (const [k, a] of one.heads.entries()) {
        const [H, Q, K] = a.shape, begin = from;
        from += H * Q * K;
        if (s > 0 && k > 0 && k < one.heads.length - 1) continue;  // drawing takes long
        set(sentence, s, "change");
        set(which, k, "change");
        const bits = (e, h) => {
          let sum = 0;
          for (let i = 0; i < Q; ++i) {
            const row = bytes[e].subarray(begin + (h * Q + i) * K, begin + (h * Q + i + 1) * K);
            const total = row.reduce((t, v) => t + v, 0) || 1;
            for (const v of row) sum -= v > 0 ? (v / total) * Math.log2(v / total) : 0;
          }
          return sum / Q;
        };
        for (let h = 0; h < H; ++h) {
          set(head, h, "input");
          const strips = all("button.head", forming);
          for (const [n, strip] of strips.entries()) {
            const e = epochs.findIndex((x) => strip.getAttribute("aria-label").endsWith(` ${x.epoch}`)),
                  should = Array.from({length: Q * K}, (_, at) => {
                    const ahead = a.causal && at % K > Math.floor(at / K);
                    return filled(ahead ? null : bytes[e][begin + h * Q * K + at] / 255);
                  });
            const is = fillsOf(all("rect.cell", strip));
            must(`sentence ${s}, ${a.name}, head ${h}, picture ${n}: cells are bytes / 255`, is.join() === should.join());
          }
          must("pictures of epochs", strips.length >= Math.min(9, epochs.length));
          set(epoch, epochs.length - 1, "input");
          await pause();
          const large = fillsOf(cellsOf(forming.querySelector("figure")));
          must(`${a.name}, head ${h}: the large map is the last picture`, large.join() === fillsOf(all("rect.cell", strips.at(-1))).join());
          const told = walked(all("figure", forming).find((f) => f.querySelector("h3").textContent.includes(say("spread", "퍼진")))).flat();
          must("all points of how spread it is", told.length === H * epochs.length);
          for (const point of [...told, ...all("figure circle title", forming).map((t) => t.textContent)]) {
            const [, name, x, y] = point.match(/(\d+): (?:\D+ )?(\S+), (\S+)$/);
            must(`how spread: ${point}`, near(numberIn(y), bits(epochs.findIndex((e) => e.epoch === numberIn(x)), Number(name) - 1), 2e-4));
          }
        }
      }
    must("all bytes of an epoch are drawn", bytes.every((b) => b.length === from));
  }

  // The beam: under each word its probability, along a leaf their product, which is e^(score · penalty).
  const trees = all("#text details svg"), read = data.models.flatMap((m) => (m.kind === "gpt" ? [] : m.sentences)).filter((s) => s.beam.length > 1);
  must("a tree for each sentence", trees.length === read.length);
  read.forEach(({beam}, t) => {
    const paths = new Map([["", [1, 1]]]);  // [probability of the word, of all words to there]
    for (const b of beam) {
      let path = 1, log = 0;
      b.tokens.forEach((word, k) => {
        path *= b.probability[k];
        log += Math.log(b.probability[k]);
        paths.set(b.tokens.slice(0, k + 1).join("\n"), [b.probability[k], path]);
      });
      const words = b.tokens.length - (b.tokens.at(-1) === "<eos>" ? 1 : 0), penalty = ((5 + words) / 6) ** 0.6;
      must(`p of ${b.text} is that of its score`, Math.abs(log - b.score * penalty) < 1e-3 * Math.abs(log) + 1e-3);
    }
    const sorted = (list) => list.map((x) => x.join(" ")).sort().join("\n"), is = all("title", trees[t]).map((e) => e.textContent.match(/[\d.]+(?:e[−-]\d+)?/g));
    const written = (v) => String(number(v)).replace("−", "-");
    must("the words' numbers", sorted(is.map((x) => x.map((v) => v.replace("−", "-")))) === sorted([...paths.values()].map((x) => x.map(written))));
    const keys = trees[t].closest(".keys"), said = keys.closest("details").querySelector(".said"), told = new Set(), press = (key) => {
      keys.dispatchEvent(new KeyboardEvent("keydown", {key}));
      told.add(said.textContent.match(/[\d.]+(?:e[−-]\d+)?/g).slice(-2).map((v) => v.replace("−", "-")).join(" "));
    };
    for (const b of beam) {
      press("ArrowDown");
      for (const key of ["ArrowRight", "ArrowLeft"]) for (let k = 0; k < 70; ++k) press(key);
    }
    must("the arrow keys say the words of each path", [...told].sort().join() === [...new Set([...paths.values()].map((x) => x.map(written).join(" ")))].sort().join());
    const below = all("text.dim", trees[t]).map((e) => e.textContent);
    for (const [p] of [...paths.values()].slice(1)) must(`${p} stands in the tree`, below.includes(p < 0.0005 ? "<.001" : p.toFixed(p < 0.1 ? 3 : 2)));
  });

  // Positions: what the mouse says at (p, c).
  const saidAt = (canvas, rows, columns, p, c) => {
    const box = canvas.getBoundingClientRect();
    canvas.dispatchEvent(new MouseEvent("mousemove", {clientX: box.left + ((c + 0.5) / columns) * box.width, clientY: box.top + ((p + 0.5) / rows) * box.height}));
    return numberIn(canvas.closest("figure").querySelector(".said").textContent.split(": ").at(-1));
  };
  const canvases = all("#positions canvas"), {length, dim} = data.positions.sinusoidal;
  for (const [p, c] of [[0, 0], [0, 1], [1, 0], [3, 1], [10, 5], [17, 20], [42, 63], [49, 127]]) {
    const angle = p / 10000 ** ((2 * Math.floor(c / 2)) / dim);
    must(`sinusoidal (${p}, ${c})`, near(saidAt(canvases[0], length, dim, p, c), c % 2 ? Math.cos(angle) : Math.sin(angle), 2e-4));
  }
  {
    const figure = canvases[0].closest("figure"), press = (key) => figure.querySelector(".keys").dispatchEvent(new KeyboardEvent("keydown", {key}));
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"]) press(key);  // (0, 0) first
    must("the arrow keys say the sinusoid at (2, 1)", near(numberIn(figure.querySelector(".said").textContent.split(": ").at(-1)), Math.cos(2), 2e-4));
    must("its rows have numbers", all(".rows span", figure).map((t) => t.textContent).join() === "0,10,20,30,40");
    must("and a legend from -1 to 1", all(".shades text", figure).map((t) => numberIn(t.textContent)).join() === "-1,0,1");
  }
  const tables = data.models.flatMap((m) => m.learned).flatMap((l) => [[2 * l.clip + 1, l.dim, l.key], [2 * l.clip + 1, l.dim, l.value]]);
  tables.forEach(([rows, columns, values], k) => {
    const v = decoded(values);
    for (const [p, c] of [[0, 0], [1, 2], [rows - 1, columns - 1]])
      must(`learned table ${k} (${p}, ${c})`, near(saidAt(canvases[k + 1], rows, columns, p, c), v[p * columns + c]));
  });
  const figure = (begin) => all("#positions figure").find((f) => f.querySelector("h3").textContent.startsWith(begin));
  for (const point of all("circle title", figure(say("Four of its", "그 가운데")))) {
    const [, c, p, v] = point.textContent.match(/(\d+): (\S+), (\S+)$/), angle = p / 10000 ** ((2 * Math.floor(c / 2)) / dim);
    must(`dimension ${c} at ${p}`, near(numberIn(v), c % 2 ? Math.cos(angle) : Math.sin(angle), 2e-4));
  }
  {
    const slopes = data.positions.alibi;
    const points = all("circle title", all("#positions figure").find((f) => f.querySelector("h3").textContent.startsWith("ALiBi") && f.querySelector("h3").textContent.includes(String(slopes.length))));
    must("ALiBi's lines", points.length === 2 * slopes.length);
    for (const point of points) {
      const [, h, d, v] = point.textContent.match(/(\d+): (\S+), (\S+)$/);
      must(`ALiBi, head ${h} at ${d}`, near(numberIn(v), -slopes[h - 1] * d));
    }
  }
  {  // the mean cosine at distance 100
    const {base, head_dim} = data.positions.rotary;
    let mean = 0;
    for (let i = 0; i < head_dim / 2; ++i) mean += (2 / head_dim) * Math.cos(100 * base ** ((-2 * i) / head_dim));
    const label = figure(say("Rotary", "로터리")).querySelector("svg").getAttribute("aria-label");
    must(`rotary: ${label}`, label.split("; ").some((l) => Math.abs(numberIn(l.split(" → ").at(-1)) - mean) < 6e-4));
  }
});
