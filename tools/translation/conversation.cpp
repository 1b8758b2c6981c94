#include "tools/translation/conversation.hpp"

#include <algorithm>
#include <charconv>

#include "lib/core/error.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "tools/language/tr.hpp"
#include "tools/translation/show.hpp"

namespace heed {

Answer Conversation::translate(const std::string& sentence, std::optional<std::size_t> number) {
  const Translation translation = translator_.translate({sentence}, options_.translation).front();
  sentence_ = sentence;
  last_ = translation;
  take_draws({translation}, options_.translation);
  return {.text = translation_text(translator_, translation, options_, number),
          .note = remarks(translation, options_.usual)};
}

Answer Conversation::say(const std::string& line) {
  if (!line.starts_with(':')) return translate(line);
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string name = line.substr(1, blank - 1);
  const std::size_t rest = line.find_first_not_of(' ', blank);
  const std::string argument = rest == std::string::npos ? "" : line.substr(rest);
  if (name == "help" || name == "h") return {.text = help()};
  if (name == "quit" || name == "q") return {.ends = true};
  if (name == "alternatives" || name == "a") return alternatives(argument);
  if (name == "why" || name == "w") return why();
  throw UsageError(tr("there is no :{}; :help lists what there is", printable(name)));
}

std::string Conversation::direction() const {
  const auto shown = [](const ModelLanguage& language) {
    return language.name.empty() ? "?" : language.name;
  };
  return shown(translator_.source()) + " → " + shown(translator_.target());
}

std::string Conversation::help() {
  const std::string lines =
      tr("  a sentence          its translation\n"
         "  :alternatives 5     the five best translations of the last sentence, with their scores\n"
         "  :why                which words of it each word of the translation was written looking at\n"
         "  :help, :quit        each by its first letter, too\n");
  return wrap_page(lines, terminal(Stream::output).width);
}

const Translation& Conversation::last() const {
  if (!last_) throw UsageError(tr("nothing has been translated yet: type a sentence first"));
  return *last_;
}

Answer Conversation::alternatives(const std::string& count) {
  last();
  std::int64_t wanted = 5;
  constexpr std::int64_t most = 100;
  if (!count.empty()) {
    const char* const end = count.data() + count.size();
    if (const auto [stop, problem] = std::from_chars(count.data(), end, wanted);
        problem != std::errc() || stop != end || wanted < 1 || wanted > most)
      throw UsageError(
          tr(":alternatives takes a whole number from 1 to {}, not '{}'", most, printable(count)));
  }
  TextOptions options = options_;
  GenerationOptions& generation = options.translation.generation;
  generation.sampling.reset();
  generation.beam.n_best = wanted;
  generation.beam.beam = std::max({generation.beam.beam, wanted, std::int64_t{2}});
  options.maps = Maps::none;
  return {.text = alternatives_text(translator_.translate({sentence_}, options.translation).front())};
}

Answer Conversation::why() const {
  const Translation& translation = last();
  if (translation.source.empty())
    throw_error<UsageError>(tr_noop("nothing of the last sentence was translated"));
  return {.text = alignment_maps(translator_.attention(translation), terminal(Stream::output))};
}

}  // namespace heed
