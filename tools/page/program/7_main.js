const read = data.models.some((m) => m.sentences.length), whole = !data.live && data.positions;
const parts = data.lab ? lab() : [
  curves(), forming(),
  ...(whole ?
          [
            (data.models.some((m) => m.parameters) || data.left_out.length > 0) && heads(),
            read && data.models.some((m) => m.sentences.some((s) => s.heads.length)) && steps(), translations(),
            positions(), models()
          ] :
          [])
].filter((p) => p);
const title = data.lab ? say("What documents claim, and what comes out", "문서의 주장과 잰 결과") :
                         say("What it learned, and where it looks", "무엇을 배우고 어디를 보는가");
const about = data.lab ? `${data.lab.machine.processor || ""} · ` + say("seed ", "시드 ") + data.lab.seed :
                         data.models.map((m) => m.name).join(" · ");
document.title = data.lab ? data.lab.claims.map((c) => c.id).join(", ") + " · heed" :
                            (data.live ? "… " : "") + data.models.map((m) => m.name).join(", ") + " · heed";
document.getElementById("page").append(
    element(
        "header", {}, element("h1", {}, title),
        element(
            "p", {class: "dim"},
            about + ` · heed ${data.version}`),
        data.live && live(), data.error && ended()),
    element(
        "nav", {"aria-label": say("parts", "차례")},
        parts.map((p) => element("a", {href: "#" + p.id}, data.lab ? p.id : p.querySelector("h2").textContent))),
    ...parts);
openOnPaper();
restoreReading();
