#include "tools/bert/labels_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/data/left_out_lines.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::string named(const std::string& label) { return shorten(printable(label), 60); }

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t tab = std::min(line.find('\t', from), line.size());
    columns.emplace_back(strip(std::string_view(line).substr(from, tab - from)));
    from = tab + 1;
  }
  return columns;
}

struct Columns {
  std::size_t count = 2, label = 0, text = 1;
  bool named = false;  // in the first line
};

Columns columns_named_in(const std::string& line) {
  constexpr std::array labels{"label", "labels", "class", "category", "sentiment", "라벨", "레이블", "분류"};
  constexpr std::array texts{"text", "document", "sentence", "review", "content",
                             "글",   "문장",     "리뷰",     "내용"};
  std::vector<std::string> columns = columns_of(line);
  for (std::string& name : columns) name = lower(name);
  const auto label = std::ranges::find_first_of(columns, labels),
             text = std::ranges::find_first_of(columns, texts);
  if (label == columns.end() || text == columns.end()) return {};
  return {.count = columns.size(),
          .label = static_cast<std::size_t>(label - columns.begin()),
          .text = static_cast<std::size_t>(text - columns.begin()),
          .named = true};
}

/// Why texts that differ may be the same: unknown words in the same place.
std::string on_unknown(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const auto [there, here] = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  if (there == before.end() || here == now.end()) return "";
  return tr(", as the model knows neither '{}' nor '{}'", named(*there), named(*here));
}

class LabelsReader {
 public:
  LabelsReader(const TextLines& text, const TextTokens& tokens, std::int64_t most)
      : text_(text), tokens_(tokens), most_(most), columns_(columns_named_in(text.lines.front())) {
    for (std::size_t i = columns_.named ? 1 : 0; i < text.lines.size(); ++i) read(i);
    std::map<std::string, std::size_t> counts;
    for (const Row& row : rows_) counts[row.label] += why_.contains(row.line) ? 0U : 1U;
    for (const Row& row : rows_) {
      if (counts[row.label] == 1)
        why_.emplace(row.line, make_message(tr_noop("no other text has the label {}"), named(row.label)));
    }
    std::erase_if(rows_, [&](const Row& row) { return why_.contains(row.line); });
  }

  struct Row {
    std::size_t line;
    std::string label, text;
  };
  /// Each text once.
  const std::vector<Row>& rows() const { return rows_; }
  std::size_t repeated() const { return repeated_; }
  LeftOutLines left_out(const std::string& path) const {
    LeftOutLines all(path);
    for (std::size_t i = 0; i < text_.lines.size(); ++i) {
      const std::string where = fmt::format("{}:{}", path, i + 1);
      if (const auto why = why_.find(i); why != why_.end())
        all.add(where, why->second);
      else if (text_.lines[i].empty())
        all.pass_over(where, Message::of(tr_noop("it is empty")));
      else if (i == 0 && columns_.named)
        all.pass_over(where, Message::of(tr_noop("it names the columns")));
    }
    return all;
  }

 private:
  void read(std::size_t i) {
    if (const auto bad = text_.bad.find(i); bad != text_.bad.end()) why_[i] = bad->second;
    if (text_.lines[i].empty()) return;
    const std::vector<std::string> parts = columns_of(text_.lines[i]);
    if (parts.size() < columns_.count) {
      why_[i] = make_message(tr_noop("no label, tab and text: {}"), named(text_.lines[i]));
    } else if (parts.size() > columns_.count) {
      why_[i] = Message::of(tr_noop("it has a tab too many"));
    } else if (parts[columns_.label].empty() || parts[columns_.text].empty()) {
      why_[i] =
          make_message(tr_noop("it has no {}"), parts[columns_.label].empty() ? tr("label") : tr("text"));
    } else {
      take({i, parts[columns_.label], parts[columns_.text]});
    }
  }

  void take(Row row) {
    const std::vector<std::int32_t> ids = tokens_.encode(row.text);
    if (std::ssize(ids) > most_) {
      why_[row.line] = make_message(
          tr_noop("a text of {} tokens, and the model reads {} at most (--context)"), ids.size(), most_);
      return;
    }
    const auto [before, is_new] = texts_.emplace(ids, rows_.size());
    if (is_new) {
      rows_.push_back(std::move(row));
      return;
    }
    const Row& first = rows_[before->second];
    if (first.label == row.label) {
      if (why_.contains(first.line))
        why_[row.line] =
            make_message(tr_noop("it has the text of line {}, which has two labels"), first.line + 1);
      else
        ++repeated_;
      return;
    }
    const std::string unknown = on_unknown(tokens_.unknown(first.text), tokens_.unknown(row.text));
    const auto clash = [&](const Row& one, const Row& other) {
      why_.emplace(one.line,
                   make_message(tr_noop("it has the text of line {} with another label: {}, not {}{}"),
                                other.line + 1, named(one.label), named(other.label), unknown));
    };
    clash(first, row);
    clash(row, first);
  }

  const TextLines& text_;
  const TextTokens& tokens_;
  std::int64_t most_;
  Columns columns_;
  std::vector<Row> rows_;
  std::map<std::vector<std::int32_t>, std::size_t> texts_;  // rows, by what the model reads
  std::unordered_map<std::size_t, Message> why_;            // a line is left out
  std::size_t repeated_ = 0;
};

}  // namespace

LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens, std::int64_t most) {
  const TextLines text =
      read_text_lines(path, LineForm::indented, tr_noop("a label, a tab and a text"), BadLines::left_out);
  const LabelsReader reader(text, tokens, most);
  const LeftOutLines left_out = reader.left_out(path.string());
  left_out.require_few(text.lines.size());
  LabelsFile file{.repeated = reader.repeated(), .left_out = localized(left_out.note(text.lines.size()))};
  std::vector<std::vector<std::string>> of_label;
  std::unordered_map<std::string, std::size_t> labels;
  for (const LabelsReader::Row& row : reader.rows()) {
    const std::size_t label = labels.emplace(row.label, labels.size()).first->second;
    if (label == of_label.size()) {
      of_label.emplace_back();
      file.names.push_back(row.label);
    }
    of_label[label].push_back(row.text);
  }
  if (file.names.empty()) throw_error<Error>(tr_noop("{}: no text with a label stands there"), path.string());
  if (file.names.size() == 1)
    throw_error<Error>(tr_noop("{}: all lines have the label {}: two are needed to tell apart"),
                       path.string(), named(file.names.front()));
  for (std::size_t label = 0; label < of_label.size(); ++label) {
    const std::vector<std::string>& all = of_label[label];
    const std::size_t held_out = std::max<std::size_t>(1, all.size() / 5);
    for (std::size_t i = 0; i < all.size(); ++i) {
      LabelledTexts& part = i < all.size() - held_out ? file.train : file.held_out;
      part.texts.push_back(all[i]);
      part.classes.push_back(static_cast<std::int32_t>(label));
    }
  }
  return file;
}

}  // namespace heed
