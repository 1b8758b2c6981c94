#include "tools/translation/text_session.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "lib/text/display.hpp"
#include "lib/text/foreign_text.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/line/line_reader.hpp"
#include "tools/translation/conversation.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string line_name(std::size_t number) { return tr("line {}: ", number); }

/// Names where translations go.
class Sink {
 public:
  /// `input`: the file that is read, if one is.
  explicit Sink(fs::path output, const fs::path& input = {}) : output_(std::move(output)) {
    refuse_to_overwrite("--output", output_, {input});
    if (fs::is_directory(output_))
      throw_error<UsageError>(tr_noop("--output {}: a folder, not a file"), output_.string());
    if (!output_.empty()) require_writable_folder(output_);
  }
  void add(const std::string& text) {
    if (output_.empty()) {
      fmt::print("{}", text);
      std::fflush(stdout);
    } else {
      text_ += text;
    }
  }
  void finish() const {
    if (!output_.empty()) atomic_write(output_, text_);
  }
  /// Keeps what there is beside the output. Returns where, a phrase; empty where it has gone out already.
  std::string keep_unfinished() const {
    if (output_.empty() || text_.empty()) return "";
    const fs::path beside = output_.string() + ".unfinished";
    atomic_write(beside, text_);
    return tr(", in {}", beside.string());
  }

 private:
  fs::path output_;
  std::string text_;
};

std::string pharaoh(const std::vector<Link>& links) {
  std::string text = " |||";
  for (const Link& link : links) text += fmt::format(" {}-{}", link.source, link.target);
  return text;
}

void print_note(const std::string& where, const std::string& note) {
  if (!note.empty()) fmt::print(stderr, "{}{}\n", where, where.empty() ? note : note.substr(2));
}

std::string n_best_lines(const std::vector<Alternative>& alternatives, std::size_t number) {
  if (alternatives.empty()) return fmt::format("{} |||  ||| 0.000\n", number);  // of an empty sentence
  std::string lines;
  for (const Alternative& a : alternatives)
    lines += fmt::format("{} ||| {} ||| {:.3f}\n", number, printable(a.text), a.score);
  return lines;
}

}  // namespace

void take_draws(const std::vector<Translation>& translations, TranslationOptions& options) {
  GenerationOptions& generation = options.generation;
  if (!generation.sampling) return;
  for (const Translation& translation : translations)
    generation.sampling->first_row += std::max<std::size_t>(translation.parts.size(), 1) *
                                      static_cast<std::uint64_t>(generation.beam.n_best);
}

std::string alternatives_text(const Translation& translation) {
  std::string text;
  for (const Alternative& a : translation.alternatives)
    text += fmt::format("{:8.3f}  {}\n", a.score, printable(a.text));
  return text;
}

std::string translation_text(const Translator& translator, const Translation& translation,
                             const TextOptions& o, std::optional<std::size_t> number) {
  std::string text;
  if (number && o.translation.generation.beam.n_best > 1) {
    text = n_best_lines(translation.alternatives, *number);
  } else if (translation.alternatives.size() > 1) {
    text = alternatives_text(translation);
  } else {
    text = printable(translation.text);
    if (o.alignments == Alignments::pharaoh) text += pharaoh(translator.word_alignment(translation));
    text += '\n';
  }
  if (o.maps == Maps::every_head) {
    for (const TranslationAttention& sentence : translator.attention(translation))
      text += '\n' + attention_maps(sentence, terminal(Stream::output));
  }
  return text;
}

std::vector<std::string> sentences_of_words(const std::vector<std::string>& words) {
  const bool quoted = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find(' ') != std::string::npos;
  });
  if (quoted || words.size() < 2) return words;
  return {fmt::format("{}", fmt::join(words, " "))};
}

int translate_sentences(const Translator& translator, const std::vector<std::string>& sentences,
                        const TextOptions& o) {
  Sink sink(o.output);
  std::size_t number = 0;
  for (const Translation& translation : translator.translate(sentences, o.translation)) {
    sink.add(translation_text(translator, translation, o, number));
    ++number;
    print_note(sentences.size() > 1 ? tr("sentence {}: ", number) : "", remarks(translation, o.usual));
  }
  sink.finish();
  return 0;
}

int translate_file(const Translator& translator, const fs::path& input, const TextOptions& o) {
  constexpr std::size_t at_once = 32;
  Sink sink(o.output, input);
  const std::vector<std::string> lines = read_spoken_lines(input.string()).lines;
  const CatchInterrupts catching;
  // Translations that come on the terminal are the progress themselves.
  std::optional<Progress> progress;
  if (!o.output.empty())
    progress.emplace(
        ProgressOptions{.label = input.string(), .total = std::ssize(lines), .unit = "sentences"});
  TranslationOptions options = o.translation;
  for (std::size_t first = 0; first < lines.size(); first += at_once) {
    if (interrupt_requested()) {
      progress.reset();
      fmt::print(stderr, "{}{}\n", tr("Interrupted: {} of {} lines are translated", first, lines.size()),
                 sink.keep_unfinished());
      return 128 + interrupt_signal();
    }
    const std::size_t last = std::min(lines.size(), first + at_once);
    const std::vector<Translation> translations =
        translator.translate({lines.begin() + static_cast<std::ptrdiff_t>(first),
                              lines.begin() + static_cast<std::ptrdiff_t>(last)},
                             options);
    take_draws(translations, options);
    for (std::size_t i = first; i < last; ++i) {
      const Translation& translation = translations[i - first];
      sink.add(translation_text(translator, translation, o, i));
      const std::string note = remarks(translation, o.usual);
      if (lines[i].empty() || note.empty()) continue;
      progress ? progress->print(line_name(i + 1) + note.substr(2)) : print_note(line_name(i + 1), note);
    }
    if (progress)
      progress->update({.done = static_cast<std::int64_t>(last), .amount = static_cast<double>(last)});
  }
  progress.reset();
  sink.finish();
  return 0;
}

int translate_standard_input(Conversation& conversation, const TextOptions& o, Lines lines) {
  Sink sink(o.output);
  const bool typed = input_is_typed();
  const bool prompt = typed && terminal(Stream::output).interactive;
  if (prompt) fmt::print("{}\n", tr("A sentence a line; an empty line or Ctrl-D ends; :help says more."));
  LineReader reader(prompt ? "translate" : "");
  std::size_t number = 0;
  int status = 0;
  for (;;) {
    const std::optional<std::string> line = reader.read(prompt ? conversation.direction() + "> " : "");
    if (!line || (typed && line->empty())) break;
    if (const Message problem = number == 0 ? foreign_text(*line) : Message(); !problem.empty())
      throw_error("{}: {}", tr("standard input"), problem);
    ++number;
    const std::string where = typed ? "" : line_name(number);
    try {
      const Answer answer =
          lines == Lines::commands ? conversation.say(*line) : conversation.translate(*line, number - 1);
      if (answer.ends) break;
      sink.add(answer.text);
      print_note(where, answer.note);
    } catch (const Error& problem) {
      // One bad line does not end the session, and in a pipe the lines after it keep their numbers.
      fmt::print(stderr, "{}{}\n", where, printable_lines(localized(problem)));
      if (typed) continue;
      const bool numbered = lines == Lines::sentences && o.translation.generation.beam.n_best > 1;
      sink.add(numbered ? n_best_lines({}, number - 1) : "\n");
      if (lines == Lines::sentences) status = 1;
    }
  }
  if (!typed && number == 0)
    fmt::print(stderr, "{}\n", tr("note: nothing came in on standard input; `--train` trains a model anew"));
  sink.finish();
  return status;
}

}  // namespace heed
