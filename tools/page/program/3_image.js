// The image that a Vision Transformer read, and what its class token takes from each patch.
/** said(column, weight): the mouse or an arrow key is on the patch of that column of the map. */
function imageView(reading, attention, head, said) {
  const {height, width, patch, pixels} = reading.image, gray = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0)),
                               size = Math.max(2, Math.floor(224 / Math.max(height, width))), across = width / patch,
                               down = height / patch;
  const patches = Array.from(
      {length: down * across},
      (_, k) => ({x: k % across, y: Math.floor(k / across), weight: weightAt(attention, head, 0, 1 + k)}));
  const most = Math.max(...patches.map((p) => (Number.isFinite(p.weight) ? p.weight : 0))) || 1,
        heat = (place) => `rgba(var(--image-heat), ${(0.8 * place).toFixed(3)})`;
  const picture = (name, cell) => {
    const s = element("svg", {
      viewBox: `0 0 ${width * size} ${height * size}`,
      width: width * size,
      height: height * size,
      role: "img",
      "aria-label": name
    });
    gray.forEach((v, k) => s.append(element("rect", {
      class: "pixel",
      x: (k % width) * size,
      y: Math.floor(k / width) * size,
      width: size,
      height: size,
      fill: `rgb(${v},${v},${v})`
    })));
    s.append(...patches.map(({x, y, weight}, k) => element("rect", {
                              class: "cell",
                              x: x * patch * size,
                              y: y * patch * size,
                              width: patch * size,
                              height: patch * size,
                              ...cell(weight, k)
                            })));
    return s;
  };
  const image = picture(say("the image and its patches", "이미지와 패치"), () => ({fill: "none"}));
  const seen = picture(
      say("what the class token takes from each patch", "클래스 토큰이 각 패치에서 가져오는 몫"),
      (weight, k) =>
          ({fill: Number.isFinite(weight) ? heat(weight / most) : "var(--bad)", onmouseenter: () => said(1 + k, weight)}));
  return element(
      "figure", {class: "image"},
      element(
          "h3", {},
          say("The image, and what its class token takes from each patch", "이미지와, 클래스 토큰이 각 패치에서 가져오는 몫")),
      element("div", {class: "row"}, image, withKeys(seen, {
                name: say("patches", "패치"),
                rows: down,
                columns: () => across,
                mark: (i, j, on) => seen.querySelectorAll(".cell")[i * across + j].classList.toggle("at", on),
                over: (i, j) => said(1 + i * across + j, patches[i * across + j].weight)
              })),
      shadeStrip(
          [0, most / 2, most].map((v) => [tick(v, most), v / most]), heat,
          say("weight, 0 to the largest of these", "가중치: 0부터 이 가운데 가장 큰 값까지"), {under: "#000"}),
      element(
          "figcaption", {},
          say(`Row “${reading.source[0]}” of the map, laid over the image. The token itself keeps ${
                  number(weightAt(attention, head, 0, 0), 3)}.`,
              `지도의 “${reading.source[0]}” 행을 이미지 위에 겹쳤습니다. 토큰 자신의 몫은 ${
                  number(weightAt(attention, head, 0, 0), 3)}입니다.`)));
}
