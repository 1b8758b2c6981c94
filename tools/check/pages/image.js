// The image that a ViT read: its pixels, and over each patch what the class token takes from it.
check(async () => {
  const reading = readingOf(), {height, width, patch, pixels} = reading.image, across = width / patch, gray = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0));
  must("an image with something on it", gray.length === height * width && new Set(gray).size > 2);
  for (const [attention, a] of reading.heads.entries())
    for (let head = 0; head < a.shape[0]; ++head) {
      choose({attention, head, query: 0});
      await pause();
      const figure = document.querySelector("#heads .image"), [image, seen] = all("svg", figure), K = a.shape[2], pattern = decoded(a.pattern).slice(head * K * K + 1, head * K * K + K);
      for (const s of [image, seen])
        must("each pixel is its grey", all(".pixel", s).map((p) => p.getAttribute("fill")).join() === [...gray].map((v) => `rgb(${v},${v},${v})`).join());
      must("the patches tile the image", all(".cell", seen).map((c) => `${c.getAttribute("x") / image.querySelector(".pixel").getAttribute("width")},${c.getAttribute("y") / image.querySelector(".pixel").getAttribute("width")}`).join() ===
          Array.from(pattern, (_, k) => `${(k % across) * patch},${Math.floor(k / across) * patch}`).join());
      const most = Math.max(...pattern);
      must("over each patch its weight", all(".cell", seen).map((c) => c.getAttribute("fill")).join() === Array.from(pattern, (w) => `rgba(var(--image-heat), ${(0.8 * w / most).toFixed(3)})`).join());
      for (const key of ["ArrowUp", "ArrowRight"]) figure.querySelector(".keys").dispatchEvent(new KeyboardEvent("keydown", {key}));
      must("the arrow keys say it", near(numberIn(document.querySelector("#heads .said").textContent.split(": ").at(-1)), pattern[1]));
    }
});
