#include "tools/bert/labels_file.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {

LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens, std::int64_t most) {
  const TextLines text =
      read_text_lines(path, LineForm::indented, tr_noop("a label, a tab and a text"), BadLines::refused);
  LabelsFile file;
  std::vector<std::vector<std::string>> of_label;
  std::set<std::vector<std::int32_t>> seen;  // what the model reads
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string& line = text.lines[i];
    if (line.empty()) continue;
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const std::string label(strip(line.substr(0, tab))), words(strip(line.substr(tab)));
    if (label.empty() || words.empty() || words.find('\t') != std::string::npos)
      throw_error<Error>(tr_noop("{}:{}: not a label, one tab and a text: {}"), path.string(), i + 1,
                         shorten(printable(line), 60));
    const std::vector<std::int32_t> ids = tokens.encode(words);
    if (std::ssize(ids) > most)
      throw_error<Error>(tr_noop("{}:{}: a text of {} tokens, and the model reads {} at most (--context)"),
                         path.string(), i + 1, ids.size(), most);
    if (!seen.insert(ids).second) {
      ++file.repeated;
      continue;
    }
    const auto place = std::ranges::find(file.names, label) - file.names.begin();
    if (place == std::ssize(file.names)) {
      file.names.push_back(label);
      of_label.emplace_back();
    }
    of_label[static_cast<std::size_t>(place)].push_back(words);
  }
  const bool single = std::ranges::any_of(of_label, [](const auto& texts) { return texts.size() < 2; });
  if (file.names.size() < 2 || single)
    throw_error<Error>(tr_noop("{}: two labels are needed, and of each two texts"), path.string());
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
