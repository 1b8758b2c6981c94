// Curves are the data: each point is read from its place between two ticks, as an eye does.
check(async () => {
  await pause();
  /** A point of a shape on the screen. */
  const onScreen = (e, x, y) => { const p = new DOMPoint(x, y).matrixTransform(e.getScreenCTM()); return [p.x, p.y]; };
  /** From the place of a tick to its number: [[place, number]] of the first and the last tick. */
  const scale = (ticks) => {
    const [[p0, v0], [p1, v1]] = [ticks[0], ticks.at(-1)];
    return {value: (p) => v0 + ((p - p0) / (p1 - p0)) * (v1 - v0), pixel: Math.abs((v1 - v0) / (p1 - p0))};
  };
  /** The axes of a picture: across and up. */
  const axesOf = (figure) => {
    const texts = all("svg text.dim", figure), svg = figure.querySelector("svg"), lines = all("line.axis", figure);
    const up = texts.filter((t) => t.getAttribute("text-anchor") === "end").map((t, k) => [onScreen(svg, 0, Number(lines[k].getAttribute("y1")))[1], numberIn(t.textContent)]);
    const across = texts.filter((t) => t.getAttribute("text-anchor") === "middle" && Number.isFinite(numberIn(t.textContent)) && t.textContent !== "")
                       .map((t) => [onScreen(svg, Number(t.getAttribute("x")), 0)[0], numberIn(t.textContent)]);
    return [scale(across), scale(up)];
  };
  /** The points of each line of a picture, in pixels on the screen. */
  const linesOf = (figure) =>
      all("polyline", figure).map((e) => e.getAttribute("points").split(" ").map((p) => onScreen(e, ...p.split(",").map(Number))));
  const runs = data.models.filter((m) => m.history && m.history.epochs), figures = all("#curves figure");
  const byStep = (name) => runs.map((r) => r.history.steps[name].map((v, i) => [r.history.steps.epoch[i], v])),
        byEpoch = (name) => runs.map((r) => r.history.epochs.map((e) => [e.epoch, e[name]]));
  const score = Object.keys(runs[0].history.epochs[0]).find((k) => k.startsWith("valid_") && k !== "valid_loss");
  const shown = [
    [say("train loss", "학습 손실"), byStep("train_loss")], [say("validation loss", "검증 손실"), byEpoch("valid_loss")],
    [say(`validation ${runs[0].history.score}`, `검증 ${runs[0].history.score}`), byEpoch(score)],
    [say("learning rate", "학습률"), byStep("learning_rate")], [say("norm of the gradient", "기울기 크기"), byStep("gradient_norm")],
    [say("target tokens a second", "초당 목표 토큰"), byStep("target_tokens_per_second")]
  ];
  must("a picture of each, none more", figures.length === shown.length);
  for (const [title, should] of shown) {
    const figure = figures.find((f) => f.querySelector("h3").textContent.startsWith(title));
    if (!figure) { must(`${title} is drawn`, false); continue; }
    const [across, up] = axesOf(figure), lines = linesOf(figure), data = should.map((line) => line.filter(([, y]) => y !== null && !(title.includes(say("second", "초당")) && y === 0)));
    must(`${title}: a line for each run`, lines.length === data.length);
    lines.forEach((line, k) => {
      must(`${title}: all points`, line.length === data[k].length);
      line.forEach(([x, y], i) => {
        const [dx, dy] = data[k][i] || [NaN, NaN];
        must(`${title}, point ${i}: read as ${across.value(x)}, ${up.value(y)}, not ${dx}, ${dy}`,
             Math.abs(across.value(x) - dx) < 2 * across.pixel && Math.abs(up.value(y) - dy) < 2 * up.pixel);
      });
    });
  }
});
