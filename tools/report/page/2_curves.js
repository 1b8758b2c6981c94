// Curves of the trainings, from the training.json beside each model.
function curves() {
  const runs = data.models.filter((m) => m.history && m.history.epochs);
  const metrics = [["train_loss", say("train loss, nats a token", "학습 손실 (토큰당 nat)")],
    ["valid_loss", say("validation loss, nats a token", "검증 손실 (토큰당 nat)")],
    ["score", ""], ["target_tokens_per_second", say("target tokens a second", "초당 목표 토큰")]];
  const field = (run, key) => key !== "score" ? key : Object.keys(run.history.epochs[0] || {}).find((k) => k.startsWith("valid_") && k !== "valid_loss");
  const figures = metrics.map(([key, title]) => {
    const lines = runs.map((run) => ({ name: run.name, points: run.history.epochs.map((e) => { const v = e[field(run, key)]; return [e.epoch, v === null || v === undefined ? NaN : v]; }) }))
      .filter((l, i) => field(runs[i], key) && (key !== "score" || l.points.some((p) => Number.isFinite(p[1]))));
    if (lines.length === 0) return null;
    const score = runs.map((r) => r.history.score).find((s) => s) || "";
    return plot(key === "score" ? say(`validation ${score}`, `검증 ${score}`) : title, lines, { x: say("epoch", "에포크"), zero: key !== "score" });
  });
  const notes = runs.filter((r) => r.history.interrupted).map((r) => element("p", { class: "bad" }, say(`${r.name}: its training was interrupted`, `${r.name}: 학습이 중단됨`)));
  const numbers = runs.map((r) => element("details", {}, element("summary", {}, say(`numbers of ${r.name}`, `${r.name}의 숫자`)),
    table([say("epoch", "에포크"), ...metrics.filter(([k]) => field(r, k)).map(([k, title]) => title || r.history.score)],
      r.history.epochs.map((e) => [String(e.epoch), ...metrics.filter(([k]) => field(r, k)).map(([k]) => number(e[field(r, k)]))]))));
  return section("curves", say("How it learned", "학습 곡선"),
    runs.length === 0 ? element("p", {}, say("No training.json stands beside the models.", "모델 옆에 training.json이 없습니다.")) :
      element("p", { class: "dim" }, say("One point an epoch. Train loss is measured with dropout while the weights change; validation loss without, at the end of the epoch.",
        "점 하나가 에포크 하나입니다. 학습 손실은 가중치가 바뀌는 동안 드롭아웃을 켠 채, 검증 손실은 에포크 끝에 드롭아웃 없이 잽니다.")),
    element("div", { class: "row" }, figures), notes, numbers);
}
