// Words as a person writes them: join_words() of lib/text/words.cpp, rule by rule. test_nn "[onnxruntime]" compares the two.
const closing = new Set([...".,!?;:%)]}…”»。、！？，·°」』"]), opening = new Set([..."([{“«‘「『¿¡"]);
const afterApostrophe = new Set(["s", "t", "re", "ve", "ll", "d", "m"]);
const isWord = (token) => /^[\p{L}\p{N}\p{M}_]/u.test(token), isNumber = (token) => /^[0-9]+$/.test(token), isApostrophe = (token) => token === "'" || token === "’";

// Of the apostrophes that no ending follows: does each stand as in "the doctors ' friend"? If not, or if there are two, they may be quotes.
function apostrophesArePossessive(tokens) {
  let unexplained = 0;
  return tokens.every((token, i) => {
    if (!isApostrophe(token)) return true;
    const between = i > 0 && i + 1 < tokens.length && isWord(tokens[i - 1]);
    if (between && afterApostrophe.has(tokens[i + 1])) return true;
    return between && tokens[i - 1].endsWith("s") && isWord(tokens[i + 1]) && ++unexplained <= 1;
  });
}

// Is there a space between tokens[i - 1] and tokens[i]?
function spaceBefore(tokens, i, open, possessive) {
  const before = tokens[i - 1], here = tokens[i], next = tokens[i + 1];
  if (closing.has(here) || opening.has(before)) return false;
  if (here === '"' || before === '"') return !open; // each stays with what it encloses
  if (isApostrophe(here)) return !(next !== undefined && isWord(before) && (possessive || afterApostrophe.has(next)));
  const wordBeforeLast = i >= 2 && isWord(tokens[i - 2]);
  if (isApostrophe(before)) return !(wordBeforeLast && afterApostrophe.has(here));
  if (here === "-") return !(next !== undefined && isWord(before) && isWord(next));
  if (before === "-") return !(wordBeforeLast && isWord(here));
  return !([".", ",", ":"].includes(before) && i >= 2 && isNumber(tokens[i - 2]) && isNumber(here));
}

export function joinWords(tokens) {
  const possessive = apostrophesArePossessive(tokens);
  let text = "", open = false; // whether tokens[i] stands inside "..."
  tokens.forEach((token, i) => {
    if (i > 0 && spaceBefore(tokens, i, open, possessive)) text += " ";
    text += token;
    if (token === '"') open = !open;
  });
  return text;
}
