// Two models whose attentions are not the same: what stands side by side is of one kind.
check(() => {
const titles = () => [...document.querySelectorAll("#heads .beside figure h3")].map((h) => h.textContent);
const mine = data.models[0].sentences[state.sentence].heads, other = data.models[1].sentences[state.sentence].heads;
must("two names", data.models[0].name !== data.models[1].name);
const model = all("#steps select")[1];
model.selectedIndex = 1;
model.dispatchEvent(new Event("change"));
must("the step view's choice of the model", state.model === 1 && [...model.options].map((o) => o.textContent).join() === data.models.map((m) => m.name).join() &&
    all("#steps p").some((p) => p.textContent.startsWith(`${data.models[1].name}: `)));
choose({ model: 0 });
other.reverse();
mine.forEach((a, attention) => { choose({ attention, head: 0, query: 0 }); must(`by its name: ${a.name}`, titles().length === 2 && titles().every((t) => t.includes(a.name + ","))); });
other.forEach((a) => { a.name += "_of_another"; });
mine.forEach((a, attention) => {
  choose({ attention });
  const like = other[counterpart(a, other)];
  must(`by its kind: ${a.name}`, kindOf(like) === kindOf(a) && titles()[1].includes(like.name));
});
other.splice(0, other.length, ...other.filter((a) => !a.cross));
choose({ attention: mine.findIndex((a) => a.cross) });
must("where there is none, it is said", titles()[1] === data.models[1].name && document.querySelectorAll("#heads .beside figure")[1].textContent.includes(kindOf(mine.find((a) => a.cross))));
});
