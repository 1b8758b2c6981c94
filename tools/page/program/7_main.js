const read = data.models.some((m) => m.sentences.length), whole = !data.live && data.positions;
const parts = [
  curves(), forming(),
  ...(whole ?
          [
            (data.models.some((m) => m.parameters) || data.left_out.length > 0) && heads(),
            read && data.models.some((m) => m.sentences.some((s) => s.heads.length)) && steps(), translations(),
            positions(), models()
          ] :
          [])
].filter((p) => p);
document.title = (data.live ? "… " : "") + data.models.map((m) => m.name).join(", ") + " · heed";
document.getElementById("page").append(
    element(
        "header", {}, element("h1", {}, say("What it learned, and where it looks", "무엇을 배우고 어디를 보는가")),
        element(
            "p", {class: "dim"},
            data.models.map((m) => m.name).join(" · ") + ` · heed ${data.version}`),
        data.live && live(), data.error && ended()),
    element(
        "nav", {"aria-label": say("parts", "차례")},
        parts.map((p) => element("a", {href: "#" + p.id}, p.querySelector("h2").textContent))),
    ...parts);
openOnPaper();
restoreReading();
