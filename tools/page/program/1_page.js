// All parts share the data, words in two languages, and elements.
const data = JSON.parse(document.getElementById("data").textContent);
const korean = data.lang === "ko";
const say = (english, hangul) => (korean ? hangul : english);
const colours = ["--a", "--b", "--c", "--d", "--e", "--f"].map((name) => `var(${name})`);

function element(tag, attributes = {}, ...children) {
  const e = svgTags.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on"))
      e.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      e.setAttribute(name, value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));  // texts stay texts
  return e;
}
const svgTags = new Set(["svg", "g", "rect", "line", "path", "text", "circle", "polyline", "title"]);

/** Base64 of 32-bit floats. */
function floats(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), view = new DataView(bytes.buffer);
  return Float32Array.from({length: bytes.length / 4}, (_, i) => view.getFloat32(4 * i, true));
}

const brokenWords = (count, one, hangul) =>
    say(`${count === 1 ? `1 ${one} is` : `${count} ${one}s are`} NaN or infinite`, `NaN이거나 무한대인 ${hangul} ${count}개`);
/** Words side by side in their order, whatever the direction of their script. */
const apart = (words) => words.flatMap((w) => [element("bdi", {dir: "ltr"}, w), " "]);  // "word→<unk>" whatever the word is
/** A word within a text: numbers beside it stay where they are, whatever the direction of its script. */
const isolated = (word) => `\u2068${word}\u2069`;
const towards = (row, column) => `${isolated(row)} → ${isolated(column)}`;

function section(id, title, ...children) {
  return element("section", {id, "aria-labelledby": id + "-title"}, element("h2", {id: id + "-title"}, title), ...children);
}
function chooser(title, options, change, {wide = false} = {}) {
  const select =
      element("select", {onchange: () => change(select.selectedIndex)}, options.map((o, i) => element("option", {value: i}, o)));
  return {label: element("label", {class: wide ? "wide" : ""}, title, select), select};
}
function slider(title, count, change) {
  const shown = element("output", {}, "1");
  const input = element("input", {
    type: "range",
    min: 0,
    max: Math.max(count - 1, 0),
    value: 0,
    "aria-label": title,
    oninput: () => {
      change(Number(input.value));
    }
  });
  /** Says the value in words, beside the slider and to a screen reader. */
  const tell = (text) => {
    shown.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  return {label: element("label", {}, title, input, shown), input, tell};
}
function table(head, rows, caption) {
  return element(
      "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": caption || head.join(", ")},
      element(
          "table", {}, element("thead", {}, element("tr", {}, head.map((h) => element("th", {scope: "col"}, h)))),
          element(
              "tbody", {},
              rows.map(
                  (row) =>
                      element("tr", {}, row.map((c, i) => element(i === 0 ? "th" : "td", i === 0 ? {scope: "row"} : {}, c)))))));
}
/**
 * The arrow keys say of a part of a picture what the mouse says: parts stand in `rows`, columns(row) of them in each;
 * over(row, column) says it, mark(row, column, on) shows where one is.
 */
function withKeys(picture, {name, rows, columns, over, mark = () => {}}) {
  const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  const within = (k, count) => Math.max(0, Math.min(count - 1, k));
  let at = null;
  const show = (on) => at && mark(...at, on);
  return element(
      "div", {
        class: "keys",
        tabindex: 0,
        role: "group",
        "aria-label": `${name}; ` + say("the arrow keys go from one to the next", "화살표 키로 옮겨 다님"),
        onblur: () => show(false),
        onfocus: () => show(true),
        onkeydown: (e) => {
          const move = moves[e.key];
          if (!move || e.ctrlKey || e.altKey || e.metaKey) return;
          e.preventDefault();
          show(false);
          const row = at ? within(at[0] + move[0], rows) : 0;
          at = [row, at ? within(at[1] + move[1], columns(row)) : 0];
          show(true);
          over(...at);
        }
      },
      picture);
}
const pen = document.createElement("canvas").getContext("2d");
pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;  // that of "svg text"
/** How wide a text is in a picture, in pixels. */
const wordWidth = (text) => pen.measureText(text).width;
