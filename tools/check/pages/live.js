// The page of a training: whether it says what became of it: "on", "quiet" or "failed".
setTimeout(() => {
const said = document.querySelector("header").textContent, on = say("The training goes on.", "학습이 진행 중입니다."), quiet = say("No news for 3 minutes", "3분 동안 소식이 없습니다"), failed = say("The training ended with an error: ", "학습이 오류로 끝났습니다: ") + data.error;
const is = said.includes(on) ? "on" : said.includes(quiet) ? "quiet" : data.error && said.includes(failed) ? "failed" : said;
document.documentElement.setAttribute("data-checked", is);
}, 100);
