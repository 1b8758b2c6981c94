// What the page of `heed serve` asks for: JSON in, JSON out. Knows nothing of HTTP but its status numbers.
#pragma once

#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/translator.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

struct ApiAnswer {
  int status = 200;
  std::string json;  // of an error {"error": "what was wrong and what to do"}
};

class TranslationApi {
 public:
  static constexpr std::size_t most_characters = 1000;
  static constexpr std::int64_t widest_beam = 10;

  /// `usual`: see remarks(). `note` says what the model is.
  TranslationApi(Translator translator, Usual usual, std::string note);

  /// {"from", "to", "note", "lang"}: what the page says of the model.
  std::string about() const;

  /// Of {"text": "…", "beam": 4} (beam may be left out): {"text", "source", "target", "layers" (each: heads,
  /// each: a row of weights of "source" for each token of "target"), "alternatives" [{"text", "score"}],
  /// "tree"
  /// [{"parent", "token", "log_probability", "ended", "best"}], "remarks"}. The last of source and target is
  /// <eos>, as is the last of each sentence. The tree has every hypothesis that the beam kept, its root
  /// without a token first; of several sentences that are translated one by one each has its branches there.
  /// 400 for anything else. Calls may come from several threads; one translates at a time.
  ApiAnswer translate(const std::string& request) const;

 private:
  std::string translation(const std::string& text, std::int64_t beam) const;

  Translator translator_;
  Usual usual_;
  std::string note_;
  mutable std::mutex one_at_a_time_;
};

}  // namespace heed
