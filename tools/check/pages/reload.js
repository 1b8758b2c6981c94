// A page that is read again, by itself while a training goes on or by its reader, keeps what was chosen, the focus and the place.
check(async () => {
  const forming = document.querySelector("#forming"), [head, epoch] = all("input[type=range]", forming), which = all("select", forming).at(-1),
        details = document.querySelector("#curves details"), title = () => forming.querySelector("figure h3").textContent;
  const chosen = () => ({title: title(), ...(document.querySelector("#heads") ? state : {})}), text = () => JSON.stringify(chosen());
  const before = JSON.parse(sessionStorage.getItem("chosen"));
  if (!before) {
    const set = (control, key, value, event) => {
      control[key] = value;
      control.dispatchEvent(new Event(event));
    };
    const was = chosen();
    set(which, "selectedIndex", 0, "change");
    set(head, "value", head.max, "input");
    set(epoch, "value", 0, "input");
    if (!data.live) choose({sentence: 1, attention: 1, head: 1, query: 1});
    details.open = true;
    epoch.focus({preventScroll: true});
    await pause();
    scrollTo(0, 210);
    must("something else is chosen", chosen().title !== was.title && Number(head.max) > 0 && Number(epoch.max) > 0 && scrollY === 210);
    sessionStorage.setItem("chosen", JSON.stringify({text: text(), wrong}));
    if (!data.live) location.reload();
    await new Promise(() => {});  // until the page is read again
  }
  wrong.push(...before.wrong);
  await pause();
  must(`${text()}: it was ${before.text}`, text() === before.text);
  must("the focus stays", document.activeElement === epoch);
  must("what was open stays open", details.open);
  must(`the place stays: ${scrollY}`, scrollY === 210);
});
