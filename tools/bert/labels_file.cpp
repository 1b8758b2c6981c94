#include "tools/bert/labels_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::string named(const std::string& label) { return fit_width(label, 60); }

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

struct LabelledRow {
  std::size_t line;
  std::string label, text;
  std::vector<std::int32_t> ids;
};

/// Why lines are left out, by their numbers from 0.
using WhyLeftOut = std::map<std::size_t, Message>;

std::vector<LabelledRow> read_rows(const TextLines& text, const Columns& columns, const TextTokens& tokens,
                                   std::int64_t most, WhyLeftOut& why) {
  std::vector<LabelledRow> rows;
  why.insert(text.bad.begin(), text.bad.end());
  for (std::size_t i = columns.named ? 1 : 0; i < text.lines.size(); ++i) {
    if (text.lines[i].empty()) continue;
    const std::vector<std::string> parts = columns_of(text.lines[i]);
    if (parts.size() != columns.count) {
      why[i] = parts.size() < columns.count
                   ? make_message(tr_noop("no label, tab and text: {}"), named(text.lines[i]))
                   : Message::of(tr_noop("it has a tab too many"));
      continue;
    }
    LabelledRow row{i, parts[columns.label], parts[columns.text], tokens.encode(parts[columns.text])};
    if (row.label.empty() || row.text.empty())
      why[i] = make_message(tr_noop("it has no {}"), row.label.empty() ? tr("label") : tr("text"));
    else if (std::ssize(row.ids) > most)
      why[i] = make_message(tr_noop("a text of {} tokens, and the model reads {} at most (--context)"),
                            row.ids.size(), most);
    else
      rows.push_back(std::move(row));
  }
  return rows;
}

/// Leaves each text once, and none that has two labels. Returns how many lines are repeated.
std::size_t leave_each_once(std::vector<LabelledRow>& rows, WhyLeftOut& why) {
  std::map<std::vector<std::int32_t>, std::vector<const LabelledRow*>> groups;  // by what the model reads
  for (const LabelledRow& row : rows) groups[row.ids].push_back(&row);
  std::set<std::size_t> repeated;
  for (const auto& [ids, same] : groups) {
    const LabelledRow& first = *same.front();
    const auto other =
        std::ranges::find_if(same, [&](const LabelledRow* row) { return row->label != first.label; });
    for (const LabelledRow* row : same) {
      if (other == same.end()) {
        if (row != &first) repeated.insert(row->line);
        continue;
      }
      const LabelledRow& clash = row->label == first.label ? **other : first;
      why[row->line] = make_message(tr_noop("the model reads it as line {}, which has another label: {}, not {}"),
                                    clash.line + 1, named(row->label), named(clash.label));
    }
  }
  std::erase_if(
      rows, [&](const LabelledRow& row) { return why.contains(row.line) || repeated.contains(row.line); });
  return repeated.size();
}

void leave_out_single_labels(std::vector<LabelledRow>& rows, WhyLeftOut& why) {
  std::map<std::string, std::size_t> counts;
  for (const LabelledRow& row : rows) ++counts[row.label];
  std::erase_if(rows, [&](const LabelledRow& row) {
    if (counts[row.label] > 1) return false;
    why[row.line] = make_message(tr_noop("no other text has the label {}"), named(row.label));
    return true;
  });
}

LeftOutLines left_out_lines(const std::string& path, const TextLines& text, bool columns_are_named,
                            const WhyLeftOut& why) {
  LeftOutLines all(path);
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string where = fmt::format("{}:{}", path, i + 1);
    if (const auto found = why.find(i); found != why.end())
      all.add(where, found->second);
    else if (text.lines[i].empty())
      all.pass_over(where, Message::of(tr_noop("it is empty")));
    else if (i == 0 && columns_are_named)
      all.pass_over(where, Message::of(tr_noop("it names the columns")));
  }
  return all;
}

}  // namespace

LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens, std::int64_t most) {
  const TextLines text =
      read_text_lines(path, LineForm::indented, tr_noop("a label, a tab and a text"), BadLines::left_out);
  const Columns columns = columns_named_in(text.lines.front());
  WhyLeftOut why;
  std::vector<LabelledRow> rows = read_rows(text, columns, tokens, most, why);
  LabelsFile file{.repeated = leave_each_once(rows, why)};
  leave_out_single_labels(rows, why);
  const LeftOutLines left_out = left_out_lines(path.string(), text, columns.named, why);
  left_out.require_few(text.lines.size());
  file.left_out = localized(left_out.note(text.lines.size()));
  std::vector<std::vector<std::string>> of_label;
  std::unordered_map<std::string, std::size_t> labels;
  for (const LabelledRow& row : rows) {
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
