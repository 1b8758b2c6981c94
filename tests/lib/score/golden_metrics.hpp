// The metrics that the golden files describe.
#pragma once

#include <map>

#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

namespace heed::golden {

inline Approx close(const Json& value) { return Approx(value.get<double>()).epsilon(0).margin(1e-9); }

/// BLEU with these options of sacreBLEU; nothing where heed has no such option.
inline std::optional<Bleu> bleu_of(const Json& j) {
  const std::map<std::string, BleuTokenizer> tokenizers{
      {"13a", BleuTokenizer::mteval_13a}, {"none", BleuTokenizer::none}, {"char", BleuTokenizer::character}};
  if (j.value("smooth_method", "exp") != "exp" || j.value("max_ngram_order", 4) != 4) return std::nullopt;
  return Bleu({.tokenize = tokenizers.at(j.value("tokenize", "13a")),
               .lowercase = j.value("lowercase", false),
               .effective_order = j.value("effective_order", false)});
}

inline std::optional<Chrf> chrf_of(const Json& j) {
  if (j.value("char_order", 6) != 6 || j.value("beta", 2) != 2 || j.value("whitespace", false) ||
      j.value("eps_smoothing", false))
    return std::nullopt;
  return Chrf(
      {.word_order = j.value("word_order", std::size_t{0}), .lowercase = j.value("lowercase", false)});
}

}  // namespace heed::golden
