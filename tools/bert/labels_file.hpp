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
};

/// Texts are the same where the model reads the same: "A b" and "a  b", and where it knows neither of two
/// words. Throws Error with the line of what is not a label, one tab and a text of at most `most` tokens
/// (empty lines aside), and where a label has one text or there is one label.
LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens, std::int64_t most);

}  // namespace heed
