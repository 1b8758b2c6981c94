#include "tools/learn/translator/culprits.hpp"

#include <algorithm>
#include <map>

namespace heed {

Culprits find_guilty(const std::vector<std::string>& names, const std::vector<std::string>& suspects,
                     const Passes& passes) {
  for (const std::string& suspect : suspects) {
    const std::optional<bool> alone = passes({suspect});
    if (!alone) return {.one_of = names, .stopped = true};
    if (*alone) return {.names = {suspect}};
  }
  const std::optional<bool> at_all = passes({names.begin(), names.end()});
  if (!at_all) return {.one_of = names, .stopped = true};
  if (!*at_all) return {};
  std::set<std::string> base;
  const auto found = [&] { return std::vector<std::string>{base.begin(), base.end()}; };
  for (std::optional<bool> enough = false; !*enough;) {
    std::size_t fails = 0, works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      const auto from = [&](std::size_t i) { return names.begin() + static_cast<std::ptrdiff_t>(i); };
      std::set<std::string> references = base;
      references.insert(names.begin(), from(middle));
      const std::optional<bool> passed = passes(references);
      if (!passed) return {found(), {from(fails), from(works)}, true};
      (*passed ? works : fails) = middle;
    }
    if (!base.insert(names[works - 1]).second) break;  // chance plays a part: no other can be found
    enough = passes(base);
    if (!enough) return {.names = found(), .stopped = true};
  }
  return {.names = found()};
}

std::vector<std::string> suspects_by(const std::vector<std::string>& own, const std::string& where,
                                     const std::string& detail) {
  static const std::map<std::string, std::string> answers{
      {"encoder_layer", "encoder_layer"},   {"decoder_layer", "decoder_layer"},
      {"positions", "sinusoidal_encoding"}, {"mask", "causal_mask"},
      {"learning_rate", "warmup_schedule"}, {"weights", "adam_step"},
      {"greedy", "greedy_decoding"},        {"beam", "beam_search"},
      {"beam_cut", "beam_search"},          {"bleu", "bleu"}};
  const auto at = answers.find(where);
  const std::string name = where == "threw"      ? detail.substr(0, detail.find(':'))
                           : at == answers.end() ? ""
                                                 : at->second;
  return std::ranges::find(own, name) != own.end() ? std::vector{name} : std::vector<std::string>();
}

}  // namespace heed
