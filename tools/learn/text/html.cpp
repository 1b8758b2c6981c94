#include "tools/learn/text/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/learn/text/markdown_blocks.hpp"

namespace heed {
namespace {

std::string inline_html(const std::string& text) {
  static constexpr const char* names[] = {"b", "em", "code"};
  std::string out;
  Marks().over(
      with_plain_marks(text, emphasis_mark),
      [&](char letter) {
        out += escaped({&letter, 1});
      },
      [&](Marks::Kind kind, bool opens) { out += fmt::format("<{}{}>", opens ? "" : "/", names[kind]); });
  return out;
}

std::string table_html(const MarkdownBlock& block) {
  std::string out = "<table>";
  for (const auto& row : block.rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + inline_html(cell) + "</td>";
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '&')
      out += "&amp;";
    else if (letter == '<')
      out += "&lt;";
    else if (letter == '>')
      out += "&gt;";
    else if (letter == '"')
      out += "&quot;";
    else
      out += letter;
  }
  return out;
}

std::string html_of_markdown(std::string_view markdown, int level) {
  std::string out, open;  // the element that goes on: ul, pre
  std::size_t gaps = 0;   // within pre, which an empty line does not end
  const auto into = [&](const std::string& element) {
    gaps = element == open ? gaps : 0;
    if (element == open) return;
    if (!open.empty()) out += "</" + open + ">\n";
    if (!element.empty()) out += "<" + element + ">";
    open = element;
  };
  for (const MarkdownBlock& block : markdown_blocks(markdown)) {
    if (block.kind == MarkdownBlock::gap) {
      if (open == "pre")
        ++gaps;
      else
        into("");
    } else if (block.kind == MarkdownBlock::code) {
      into("pre");
      out += std::string(std::exchange(gaps, 0), '\n') + escaped(block.text.substr(4)) + '\n';
    } else if (block.first.ends_with("• ")) {
      into("ul");
      out += "<li>" + inline_html(block.text) + '\n';
    } else {
      into("");
      if (block.kind == MarkdownBlock::heading)
        out +=
            fmt::format("<h{0}>{1}</h{0}>\n", std::min(6, block.level + level - 1), inline_html(block.text));
      else
        out += block.kind == MarkdownBlock::table ? table_html(block)
                                                  : "<p>" + inline_html(block.first + block.text) + "</p>\n";
    }
  }
  into("");
  return out;
}

}  // namespace heed
