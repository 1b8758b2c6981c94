// The metrics that the golden files describe.
#pragma once

#include <map>

#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

namespace heed::golden {

inline Approx close(const Json& value) { return Approx(value.get<double>()).epsilon(0).margin(1e-9); }

/// The metric with these options of sacreBLEU.
inline Bleu bleu_of(const Json& j) {
  const std::map<std::string, BleuTokenizer> tokenizers{
      {"13a", BleuTokenizer::mteval_13a}, {"none", BleuTokenizer::none}, {"char", BleuTokenizer::character}};
  return Bleu({.tokenize = tokenizers.at(j.value("tokenize", "13a")),
               .lowercase = j.value("lowercase", false),
               .effective_order = j.value("effective_order", false)});
}
inline Chrf chrf_of(const Json& j) {
  return Chrf(
      {.word_order = j.value("word_order", std::size_t{0}), .lowercase = j.value("lowercase", false)});
}

/// Scores the case, and compares number, line, signature and JSON.
inline void check_case(const Metric& metric, const Json& c) {
  INFO(c.dump());
  const Score s = metric.corpus(strings(c["hypotheses"]), c["references"].get<References>());
  CHECK(s.score == close(c["score"]));
  CHECK(format(s) == c["text"].get<std::string>());
  CHECK(s.signature.format() == c["signature"].get<std::string>());
  CHECK(to_json(s, {.width = c["width"]}) == c["json"].get<std::string>());
}

}  // namespace heed::golden
