// Curves of the trainings, from the training.json beside each model.
function curves() {
  const images = data.models.every((m) => m.kind === "vit");
  const runs = data.models.filter((m) => m.history && m.history.epochs);
  const scoreOf = (run) => Object.keys(run.history.epochs[0] || {}).find((k) => k.startsWith("valid_") && k !== "valid_loss");
  const value = (v) => (v === null || v === undefined ? NaN : v);
  const byEpoch = (field) => (run) => {
    const key = field(run);
    return key ? run.history.epochs.map((e) => [e.epoch, value(e[key])]) : [];
  };
  const byStep = (column) => (run) => {
    const s = run.history.steps;
    return s && s[column] ? s[column].map((v, i) => [s.epoch[i], value(v)]) : [];
  };
  const either = (column) => (run) => {
    const fine = byStep(column)(run);
    return fine.length ? fine : byEpoch(() => column)(run);
  };
  const koreanScores = {accuracy: "정확도", perplexity: "퍼플렉시티", "exact %": "완전 일치 %"},
        named = (score) => (korean && koreanScores[score]) || score || "",
        scores = [...new Set(runs.map((r) => r.history.score || ""))];
  const figures = [
    [
      say(`train loss, nats ${images ? "an image" : "a token"}`, `학습 손실 (${images ? "이미지" : "토큰"}당 nat)`),
      either("train_loss"), {zero: true}
    ],
    [
      say(`validation loss, nats ${images ? "an image" : "a token"}`, `검증 손실 (${images ? "이미지" : "토큰"}당 nat)`),
      byEpoch(() => "valid_loss"), {zero: true}
    ],
    ...scores.map((score) => [  // accuracy and BLEU are no lines of one picture
      say(`validation ${named(score)}`, `검증 ${named(score)}`),
      (r) => {
        const p = (r.history.score || "") === score ? byEpoch(scoreOf)(r) : [];
        return p.some((q) => Number.isFinite(q[1])) ? p : [];
      },
      {zero: true}
    ]),
    [say("learning rate", "학습률"), byStep("learning_rate"), {zero: true}],
    [say("norm of the gradient, before clipping", "기울기 크기 (자르기 전)"), byStep("gradient_norm"), {zero: true}],
    [
      say(`${images ? "images" : "target tokens"} a second`, `초당 ${images ? "이미지" : "목표 토큰"}`),
      (r) => either("target_tokens_per_second")(r).filter((p) => p[1] !== 0), {zero: true}
    ],
  ].map(([title, points, options]) => {
    const lines = runs.map((run) => ({name: run.name, points: points(run)})).filter((l) => l.points.length);
    return lines.length === 0 ? null : plot(title, lines, {x: say("epoch", "에포크"), whole: true, ...options});
  });
  const notes = data.live || data.error ?
      [] :
      runs.filter((r) => r.history.interrupted).map((r) => {
        if (!r.running)
          return element("p", {class: "bad"}, say(`${r.name}: its training was interrupted`, `${r.name}: 학습이 중단됨`));
        const at = r.history.epochs.length + 1, planned = r.history.planned_epochs;
        return element(
            "p", {},
            say(`${r.name}: its training is running (epoch ${at}${planned ? ` of ${planned}` : ""})`,
                `${r.name}: 학습 중 (에포크 ${at}${planned ? `/${planned}` : ""})`));
      });
  const numbers = runs.map((r) => {
    const keys = [
      ["train_loss", say("train loss", "학습 손실")], ["valid_loss", say("validation loss", "검증 손실")],
      [scoreOf(r), named(r.history.score)], ["target_tokens_per_second", say("tokens a second", "초당 토큰")]
    ].filter(([k]) => k);
    return element(
        "details", {}, element("summary", {}, say(`numbers of ${r.name}`, `${r.name}의 숫자`)),
        table(
            [say("epoch", "에포크"), ...keys.map(([, title]) => title)],
            r.history.epochs.map(
                (e) => [String(e.epoch), ...keys.map(([k]) => number(e[k], k === "target_tokens_per_second" ? 0 : 4))])));
  });
  return section(
      "curves", say("How it learned", "학습 곡선"),
      runs.length === 0 ?
          element(
              "p", {},
              data.live ? say("The training begins.", "학습이 시작됩니다.") :
                          say("No training.json stands beside the models.", "모델 옆에 training.json이 없습니다.")) :
          element(
              "p", {class: "dim"},
              say("Train loss, learning rate, norm and speed are means of some steps, with dropout and label smoothing (which alone keeps the loss above 0) where they are used, and while the weights change; validation is measured without either, at the end of each epoch.",
                  "학습 손실, 학습률, 기울기 크기, 속도는 몇 스텝의 평균이며, 가중치가 바뀌는 동안 드롭아웃과 라벨 스무딩을 쓰면 그대로 켠 채 잰 값입니다(라벨 스무딩만으로도 손실은 0보다 큽니다). 검증은 에포크 끝에 둘 다 없이 합니다.")),
      element("div", {class: "row"}, figures), notes, numbers);
}
/**
 * While a training goes on, the page reads itself again; where nothing was written for long, it says so, and asks less often,
 * then no more.
 */
function live() {
  const on = element("input", {type: "checkbox", checked: ""}), said = element("strong", {}), read = Date.now();
  const age = () => Math.max(0, (Date.now() - data.written) / 1000), quiet = Math.max(60, 4 * data.longest_pause),
        over = Math.max(900, 10 * data.longest_pause);
  const passed = (s) =>
      (s < 120 ? say(`${Math.round(s)} s`, `${Math.round(s)}초`) :
           s < 7200 ? say(`${Math.round(s / 60)} minutes`, `${Math.round(s / 60)}분`) :
                      say(`${Math.round(s / 3600)} hours`, `${Math.round(s / 3600)}시간`));
  const tell = () => {
    said.classList.toggle("bad", age() > quiet);
    said.textContent = age() <= quiet ?
        say("The training goes on.", "학습이 진행 중입니다.") :
        say(`No news for ${
                passed(age())}: the training has probably ended without a word, or its step takes longer than any before.`,
            `${passed(age())} 동안 소식이 없습니다: 학습이 말없이 끝났거나, 이전보다 오래 걸리는 단계입니다.`);
  };
  if (age() > over) on.checked = false;
  tell();
  setInterval(() => {
    tell();
    const playing = document.querySelector("#forming .play[aria-pressed=true]");
    if (!on.checked || document.hidden || playing || Date.now() - read < (age() > quiet ? 30000 : 4000)) return;
    keepReading();
    location.reload();
  }, 1000);
  return element(
      "p", {class: "bar", role: "status"}, said,
      element("label", {}, on, say("read this page again every few seconds", "몇 초마다 다시 읽기")));
}
/** Tells that an error ended the training. */
function ended() {
  return element(
      "p", {class: "bad", role: "alert"}, say("The training ended with an error: ", "학습이 오류로 끝났습니다: "), data.error);
}
