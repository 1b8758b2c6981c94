const read = data.models.some((m) => m.sentences.length), whole = !data.live && data.positions;
const parts = [curves(), forming(), ...(whole ? [data.models.some((m) => m.parameters) && heads(), read && steps(), translations(), tests(), positions(), masks(), models()] : [])].filter((p) => p);
document.title = (data.live ? "… " : "") + data.models.map((m) => m.name).join(", ") + " · heed";
document.getElementById("page").append(
  element("header", {}, element("h1", {}, say("What it learned, and where it looks", "무엇을 배우고 어디를 보는가")),
    element("p", { class: "dim" }, data.models.map((m) => m.name).join(" · ") + ` · heed ${data.version} · ` + (typeof vegaLite === "undefined" ? say("drawn by heed itself", "heed가 직접 그림") : say(`drawn by Vega-Lite ${vegaLite.version}`, `Vega-Lite ${vegaLite.version}(으)로 그림`))), data.live && live()),
  element("nav", { "aria-label": say("parts", "차례") }, parts.map((p) => element("a", { href: "#" + p.id }, p.querySelector("h2").textContent))), ...parts);
