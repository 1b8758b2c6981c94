#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// The model: the prefixes of all sentences of the batch, each <bos> w1 w2 …, in their order -> the logits of
/// the next token (B, V). Give it every sentence each time, finished ones too, and ignore its output for
/// those.
using NextLogits = std::function<Tensor(const Rows&)>;

/// The most probable token, step by step, for `batch` sentences at once. A sentence ends when <eos> is the most
/// probable token, or with options.max_length tokens. On a tie the smaller id wins.
/// Returns the tokens of each sentence, without <bos> and <eos>.
Rows greedy_decoding(const NextLogits& next_logits, int batch, const given::SearchOptions& options) {
  //~ stub
  // Every sentence begins as {options.bos}. Each step: ask next_logits, and append to each sentence that is
  // not finished its most probable token, or finish it.
  return not_written("greedy_decoding");
  //~ solution
  Rows prefixes(static_cast<std::size_t>(batch), {options.bos});
  Rows results(prefixes.size());
  std::vector<bool> finished(prefixes.size(), false);
  //~ wrong no_bos: {options.bos => std::vector<int>{
  //~ end
  //~ solution
  for (int step = 0; step < options.max_length; ++step) {
    //~ wrong bos_counted: = 0; => = 1;
    //~ wrong one_too_many: < options => <= options
    //~ end
    //~ solution
    const Tensor logits = next_logits(prefixes);
    //~ wrong best_not_reset F01: (prefixes); => (prefixes); int best = 0;
    //~ wrong highest_not_reset: (prefixes); => (prefixes); double highest = -1e300;
    //~ wrong go_on_until_all_ended: const => if (std::find(finished.begin(), finished.end(), false) == finished.end()) break; const
    //~ wrong last_token_only
    Rows last;
    for (const std::vector<int>& prefix : prefixes) last.push_back({prefix.back()});
    const Tensor logits = next_logits(last);
    //~ end
    //~ solution
    for (std::size_t b = 0; b < prefixes.size(); ++b) {
      if (finished[b]) continue;
      //~ wrong finished_go_on, go_on_until_all_ended: if (finished[b]) continue; =>
      //~ wrong all_stop_with_the_first: for => if (std::find(finished.begin(), finished.end(), true) != finished.end()) break; for
      //~ end
      //~ solution
      int best = 0;
      for (int token = 1; token < logits.dim(1); ++token) {
        if (logits(static_cast<int>(b), token) > logits(static_cast<int>(b), best)) best = token;
      }
  //~ wrong maximum_from_zero: int best = 0; => int best = 0; double highest = 0; | int token = 1; token < logits => int token = 0; token < logits
  //~ wrong maximum_from_zero: if (logits(static_cast<int>(b), token) > logits(static_cast<int>(b), best)) best = token; => if (logits(static_cast<int>(b), token) > highest) highest = logits(static_cast<int>(b), token), best = token;
      //~ wrong best_not_reset: int best = 0; =>
      //~ wrong highest_not_reset: int token = 1; token < logits => int token = 0; token < logits
      //~ wrong highest_not_reset: if (logits(static_cast<int>(b), token) > logits(static_cast<int>(b), best)) best = token; => if (logits(static_cast<int>(b), token) > highest) highest = logits(static_cast<int>(b), token), best = token;
      //~ wrong last_of_equals: > logits => >= logits
      //~ wrong smallest_logit: ) > logits => ) < logits
      //~ wrong first_sentence_for_all: static_cast<int>(b), token) > logits(static_cast<int>(b) => 0, token) > logits(0
      //~ wrong never_eos: = 0; => = options.eos == 0 ? 1 : 0; | (logits => (token != options.eos && logits
      //~ end
      //~ solution
      if (best == options.eos) {
        finished[b] = true;
        continue;
      }
      prefixes[b].push_back(best);
      results[b].push_back(best);
      //~ wrong eos_kept
      prefixes[b].push_back(best);
      results[b].push_back(best);
      if (best == options.eos) finished[b] = true;
      //~ wrong eos_ignored like eos_kept: if (best == options.eos) finished[b] = true; =>
      //~ wrong go_on_until_all_ended: finished[b] = true => finished[b] = true, prefixes[b].push_back(best)
      //~ wrong end_not_remembered: finished[b] = true; =>
      //~ wrong finished_go_on: finished[b] = true => prefixes[b].push_back(best)
      //~ wrong prefix_not_extended: prefixes[b].push_back(best); =>
      //~ end
      //~ solution
    }
  }
  //~ end
  //~ wrong bos_kept
  for (std::vector<int>& result : results) result.insert(result.begin(), options.bos);
  //~ end
  //~ solution
  return results;
  //~ end
}
