// The page of a training that goes on reads itself again, and keeps what was chosen, the focus and the place.
check(async () => {
  const forming = document.querySelector("#forming"), [head, epoch] = all("input[type=range]", forming), which = all("select", forming).at(-1),
        details = document.querySelector("#curves details"), title = () => forming.querySelector("figure h3").textContent;
  const before = JSON.parse(sessionStorage.getItem("chosen"));
  if (!before) {
    const set = (control, key, value, event) => {
      control[key] = value;
      control.dispatchEvent(new Event(event));
    };
    const was = title();
    set(which, "selectedIndex", 0, "change");
    set(head, "value", head.max, "input");
    set(epoch, "value", 0, "input");
    details.open = true;
    epoch.focus({preventScroll: true});
    scrollTo(0, 210);
    await pause();
    must("something else is chosen", title() !== was && Number(head.max) > 0 && Number(epoch.max) > 0 && scrollY === 210);
    sessionStorage.setItem("chosen", JSON.stringify({title: title(), wrong}));
    await new Promise(() => {});  // until the page reads itself again
  }
  wrong.push(...before.wrong);
  await pause();
  must(`${title()}: it was ${before.title}`, title() === before.title);
  must("the focus stays", document.activeElement === epoch);
  must("what was open stays open", details.open);
  must(`the place stays: ${scrollY}`, scrollY === 210);
});
