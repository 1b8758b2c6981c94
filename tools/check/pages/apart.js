// Two models that were tested on different sentences: the page says why it does not compare them.
check(() => {
  const tests = document.getElementById("tests").textContent, line = data.tests.sources_differ;
  must("the first line that differs is known", line > 0);
  must("it is said", tests.includes(say("are not compared", "견주지 않음")) && tests.includes(say(`from line ${line} on`, `${line}번째 줄부터`)));
});
