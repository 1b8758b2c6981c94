"""Whether a page on paper has all words that it has on the screen, also those that are folded away there.

python3 on_paper.py DOM PDF: what `chromium --dump-dom` and `chromium --print-to-pdf` made of one page. Says what is missing, if
anything; pictures, whose words stand askew, are not compared. Needs pdftotext.
"""
import collections
import html.parser
import subprocess
import sys

VOID = {"input", "br", "meta", "link", "hr", "img"}
NOT_PRINTED = {"script", "style", "title", "svg", "nav", "select", "canvas", "button", "noscript"}
NOT_PRINTED_CLASSES = {"bar", "said"}


class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.words = [], []

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        classes = (dict(attributes).get("class") or "").split()
        hidden = tag in NOT_PRINTED or bool(NOT_PRINTED_CLASSES & set(classes))
        self.open.append((tag, hidden or bool(self.open and self.open[-1][1])))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        if not (self.open and self.open[-1][1]):
            self.words += text.split()


def plain(text):
    """Without marks of direction, which have no shape; words of scripts that run the other way come out reversed."""
    return "".join(c for c in text if c.isascii() or "가" <= c <= "힣")


dom, pdf = sys.argv[1:]
screen = Words()
screen.feed(open(dom, encoding="utf-8").read())
paper = plain("".join(subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, text=True, check=True).stdout.split()))
wanted = collections.Counter(w for w in map(plain, screen.words) if len(w) >= 3)
missing = [f"{word} ({paper.count(word)} of {count})" for word, count in wanted.items() if paper.count(word) < count]
if len(wanted) < 100:
    missing.append("nearly all: the page on the screen is empty")
print("; ".join(missing[:8]) if missing else "all is well")
sys.exit(1 if missing else 0)
