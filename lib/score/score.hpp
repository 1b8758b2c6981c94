// A score, the settings it was measured with, and both in the form that sacreBLEU 2 prints (Post 2018, "A
// call for clarity in reporting BLEU scores").
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The version of sacreBLEU whose numbers these are; it closes every signature.
inline constexpr std::string_view sacrebleu_version = "2.3.1";

/// Names all that must be equal for two scores to be comparable:
/// nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1
struct Signature {
  struct Field {
    std::string name, value;
  };
  std::vector<Field> fields;

  std::string format() const;
};

/// 95 % interval by bootstrap resampling: mean ± half_width, in points of the score.
struct Confidence {
  double mean = 0;
  double half_width = 0;
};

struct Score {
  std::string name;     ///< "BLEU", "chrF2", "chrF2++"
  double score = 0;     ///< 0 to 100
  std::string verbose;  ///< what stands after the number: precisions and lengths of BLEU; of others nothing
  Signature signature;
  std::optional<Confidence> confidence;
  std::optional<double> p_value = {};  ///< of a paired test against another system
};

struct ScoreFormat {
  int width = 2;            ///< digits after the point; the sacrebleu program uses 1
  bool score_only = false;  ///< the number (and its interval) alone
  bool signature = false;   ///< BLEU|nrefs:1|... = in place of BLEU =
};

/// One line: "BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)".
/// With an interval: "... = 48.53 (μ = 47.02 ± 46.81) 82.4/...".
std::string format(const Score& score, ScoreFormat options = {});

/// A line for each score, their equals signs below each other. No line break at the end.
std::string format(std::span<const Score> scores, ScoreFormat options = {});

/// One object, byte for byte as `sacrebleu --format json` writes it. No line break at the end.
std::string to_json(const Score& score, ScoreFormat options = {});

/// One score: its object. Several: a list of objects.
std::string to_json(std::span<const Score> scores, ScoreFormat options = {});

}  // namespace heed
