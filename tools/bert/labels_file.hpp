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
  std::vector<std::size_t> train_lines{};  // where the texts stand, from 1
  std::vector<std::size_t> held_out_lines{};
  std::size_t repeated = 0;  // lines that the model reads as an earlier one; they count once
};

/// Texts are the same where the model reads the same: "A b" and "a  b", and where it knows neither of two
/// words. Throws Error naming the line that has not one label, one tab and one text; whose text has two
/// labels; or whose label no other line has. There must be two labels or more.
LabelsFile read_labels(const std::filesystem::path& path, const TextTokens& tokens);

/// Throws Error naming the first line with a text of more than `most` tokens.
void require_lengths(const LabelsFile& labels, const std::filesystem::path& path, const TextTokens& tokens,
                     std::int64_t most);

}  // namespace heed
