// Texts with a label each, from a file: "label<TAB>text" a line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/text_classifier.hpp"

namespace heed {

struct LabelsFile {
  std::vector<std::string> names{};   // of the labels, in the order in which they first come
  LabelledTexts train{}, held_out{};  // of each label the last fifth of its texts is held out, at least one
  std::size_t repeated = 0;           // lines that the model reads as an earlier one; they count once
  std::string left_out{};             // how many lines were, and the first ones; empty if none
};

/// Texts are the same where the model reads the same: "A b" and "a  b", and where it knows neither of two
/// words. A first line that names the columns ("id<TAB>document<TAB>label") says which are the label and the
/// text.
///
/// Left out are empty lines, those without one label, one tab and one text, all lines of a text that has two
/// labels, texts of more than `most` tokens, and the only text of a label. Throws Error if they are more than
/// a fifth (empty ones aside), or fewer than two labels are left.
LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens, std::int64_t most);

}  // namespace heed
