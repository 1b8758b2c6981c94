const parts = [curves(), heads(), steps(), translations(), tests(), positions(), masks(), models()].filter((p) => p);
document.title = data.models.map((m) => m.name).join(", ") + " · heed";
document.getElementById("page").append(
  element("header", {}, element("h1", {}, say("What it learned, and where it looks", "무엇을 배우고 어디를 보는가")),
    element("p", { class: "dim" }, data.models.map((m) => m.name).join(" · ") + ` · heed ${data.version}`)),
  element("nav", { "aria-label": say("parts", "차례") }, parts.map((p) => element("a", { href: "#" + p.id }, p.querySelector("h2").textContent))), ...parts);
