// The table of help_in_korean.hpp by what the options are about.
#pragma once

#include <span>
#include <string_view>

namespace heed {

struct KoreanText {
  std::string_view english, korean;
};

/// What commands are for, headings, and options that most of them have.
std::span<const KoreanText> texts_of_commands();
/// Options under Model and Training.
std::span<const KoreanText> texts_of_training();
/// translate, with its decoding and its sentences.
std::span<const KoreanText> texts_of_translation();
/// lm, bert, vit, copy and compare-heads.
std::span<const KoreanText> texts_of_models();
/// attention, recall, lab and bench.
std::span<const KoreanText> texts_of_measurements();
std::span<const KoreanText> texts_of_score();
/// Commands for what was trained already: export, import, show, look, report, serve, run-module; and those
/// that do not train: example, help.
std::span<const KoreanText> texts_of_saved_models();
std::span<const KoreanText> texts_of_learn();

}  // namespace heed
