// A saved translator at work: sentences of the command line, a file, standard input.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/translator.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

class Conversation;

enum class Maps { none, every_head };
/// Behind each translation which of its words belongs to which of the source, as " ||| 0-1 1-0"
/// (source-target, counted from 0, of the texts cut at spaces: the format of Pharaoh, in Marian's place).
enum class Alignments { none, pharaoh };

struct TextOptions {
  TranslationOptions translation{};
  Alignments alignments = Alignments::none;
  Maps maps = Maps::none;  // drawn below each translation
  Usual usual{};           // see remarks()
  /// Written whole; what there is at Ctrl-C stands beside it, with ".unfinished" at its end. Empty: standard
  /// output, as it comes.
  std::filesystem::path output{};
};

/// Words that the shell has cut apart are one sentence; where one of them holds a blank, each is a sentence.
std::vector<std::string> sentences_of_words(const std::vector<std::string>& words);

/// Each of these writes a translation a line, in the order of the sentences, and says on standard error, with
/// the number of the sentence, what a reader must know of it. They return the exit status.
int translate_sentences(const Translator& translator, const std::vector<std::string>& sentences,
                        const TextOptions& options);

/// The lines of a file, or with "-" of standard input, read to its end. Throws Error as read_text_lines()
/// does, before anything is written.
int translate_file(const Translator& translator, const std::filesystem::path& input,
                   const TextOptions& options);

/// Returns what is printed for a translation: of an n-best list all of it, where the sentence has a `number`
/// (from 0) as lines "0 ||| text ||| score" (the format of Moses and Marian), else as alternatives_text(),
/// for a reader.
std::string translation_text(const Translator& translator, const Translation& translation,
                             const TextOptions& options, std::optional<std::size_t> number);
std::string alternatives_text(const Translation& translation);

/// The next sentences have draws of their own, those behind the ones that these translations took.
void take_draws(const std::vector<Translation>& translations, TranslationOptions& options);

/// Standard input, a line as soon as it comes: of a person, with a prompt, or of a program. A line that
/// cannot be read is said, gives an empty one, and, of a pipe of sentences, the status 1. `commands`: lines
/// that begin with a colon are some.
enum class Lines { sentences, commands };
int translate_standard_input(Conversation& conversation, const TextOptions& options, Lines lines);

}  // namespace heed
