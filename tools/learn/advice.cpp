#include "tools/learn/advice.hpp"

#include <array>
#include <utility>

#include "tools/learn/words.hpp"

namespace heed {
namespace {

/// What libstdc++ says of v[i] when i is not below v.size(): nothing that a learner would know.
bool is_index_assertion(const PartVerdict& part) {
  return part.failure && part.failure->reason == "assertion" &&
         part.failure->message.find("< this->size()") != std::string::npos;
}

/// What a sanitizer's finding means.
std::string finding_text(const std::string& finding, Language language) {
  const std::array<std::pair<const char*, Say>, 9> meanings{{{"buffer-overflow", Say::past_the_end_advice},
                                                             {"container-overflow", Say::past_the_end_advice},
                                                             {"out of bounds", Say::past_the_end_advice},
                                                             {"use-after", Say::gone_advice},
                                                             {"integer overflow", Say::overflow_advice},
                                                             {"representable values", Say::overflow_advice},
                                                             {"division by zero", Say::division_advice},
                                                             {"null pointer", Say::null_advice},
                                                             {"SEGV", Say::null_advice}}};
  for (const auto& [word, meaning] : meanings) {
    if (finding.find(word) != std::string::npos) return say(language, meaning);
  }
  return "";
}

}  // namespace

std::string advice_text(const PartVerdict& part, const std::string& exercise, Language language) {
  const std::string signal = part.failure ? part.failure->signal : "";
  if (part.status == PartStatus::timeout) return say(language, Say::timeout_advice);
  if (part.status == PartStatus::memory) return say(language, Say::memory_advice);
  if (part.status == PartStatus::missing_output) return say(language, Say::missing_output_advice);
  if (part.status == PartStatus::changed_input)
    return say(language, Say::changed_input_advice, part.failure ? part.failure->message : "");
  const std::string reason = part.failure ? part.failure->reason : "";
  if (reason == "no_std_exception") return say(language, Say::thrown_thing_advice);
  if (part.status != PartStatus::crashed) return "";
  if (reason == "sanitizer") return finding_text(part.failure->message, language);
  if (reason == "stack_overflow") return say(language, Say::recursion_advice);
  if (is_index_assertion(part)) return say(language, Say::index_advice);
  if (reason == "assertion") return say(language, Say::assertion_advice);
  if (reason == "exit") return say(language, Say::missing_output_advice);
  if (reason == "segmentation_fault" || signal == "SIGSEGV" || signal == "SIGBUS")
    return say(language, Say::segfault_advice, exercise);
  if (reason == "division_by_zero" || signal == "SIGFPE") return say(language, Say::division_advice);
  if (reason == "aborted" || signal == "SIGABRT") return say(language, Say::abort_advice, exercise);
  return say(language, Say::crash_advice, signal.empty() ? "?" : signal, exercise);
}

std::string shown_message(const PartVerdict& part) {
  const std::string& message = part.failure->message;
  if (part.status == PartStatus::changed_input) return "";
  if (!is_index_assertion(part)) return message;
  const std::size_t place = message.rfind(", /");
  return place == std::string::npos ? "" : message.substr(place + 2);
}

}  // namespace heed
