// The metrics that the golden files describe.
#pragma once

#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tests/catch.hpp"
#include "tests/lib/score/golden.hpp"

namespace heed::golden {

inline Approx close(const Json& value) { return Approx(value.get<double>()).epsilon(0).margin(1e-9); }

inline Bleu bleu_of(const Json& j) {
  BleuOptions o;
  if (j.contains("tokenize")) o.tokenize = parse_bleu_tokenizer(j["tokenize"].get<std::string>());
  if (j.contains("smooth_method")) o.smooth = parse_smoothing(j["smooth_method"].get<std::string>());
  if (j.contains("smooth_value")) o.smooth_value = number_or_nothing(j["smooth_value"]);
  if (j.contains("lowercase")) o.lowercase = j["lowercase"];
  if (j.contains("effective_order")) o.effective_order = j["effective_order"];
  if (j.contains("max_ngram_order")) o.max_order = j["max_ngram_order"];
  return Bleu(o);
}

inline Chrf chrf_of(const Json& j) {
  ChrfOptions o;
  if (!j.empty())
    o = {.char_order = j["char_order"],
         .word_order = j["word_order"],
         .beta = j["beta"],
         .lowercase = j["lowercase"],
         .whitespace = j["whitespace"],
         .eps_smoothing = j["eps_smoothing"]};
  return Chrf(o);
}

}  // namespace heed::golden
