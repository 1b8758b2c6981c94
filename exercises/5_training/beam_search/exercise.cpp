#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// The model: any number of prefixes, each <bos> w1 w2 … -> the log-probabilities of the next token, a row for
/// each prefix: (rows, V).
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

/// Returns the divisor of scores (Wu et al. 2016): ((5 + length) / 6)^alpha.
double length_penalty(int length, double alpha) {
  //~ stub
  // std::pow(x, alpha) is x to the power of alpha. Note: 7 / 6 is 1 in C++, 7.0 / 6 is 1.1667.
  return not_written("length_penalty");
  //~ solution
  return std::pow((5.0 + length) / 6.0, alpha);
  //~ wrong integer_penalty: 5.0 + length) / 6.0 => 5 + length) / 6
  //~ wrong alpha_ignored: std::pow((5.0 + length) / 6.0, alpha) => (5.0 + length) / 6.0
  //~ wrong plain_length: std::pow((5.0 + length) / 6.0, alpha) => length
  //~ wrong penalty_inverted: alpha => -alpha
  //~ end
}

/// The options.n_best best-scored translations that a beam of width options.beam finds, best first.
///  1. One hypothesis is open: no tokens, log-probability 0.
///  2. options.max_length times, or until none is open: continue all open hypotheses by all tokens, and keep
///     the options.beam most probable of all. Those that end in <eos> are finished, the others are open next.
///  3. What is still open at the end counts as finished too.
///  4. score = log_probability / length_penalty(number of tokens, options.alpha), <bos> and <eos> not counted.
std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  //~ stub
  // Keep the open hypotheses in one list, the finished ones in another. given::Hypothesis has tokens,
  // log_probability and score; next() takes <bos> followed by the tokens.
  return not_written("beam_search");
  //~ solution
  struct Candidate {
    double log_probability;
    std::size_t parent;
    int token;
  };
  const auto beam = static_cast<std::size_t>(options.beam);
  std::vector<given::Hypothesis> open(1), finished;
  //~ wrong identical_start: (1) => (beam)
  //~ wrong greedy: auto beam = static_cast<std::size_t>(options.beam) => std::size_t beam = 1
  //~ end
  //~ solution
  for (int step = 0; step < options.max_length && !open.empty(); ++step) {
    //~ wrong one_too_many: < options => <= options
    //~ wrong stops_at_the_first: (); + => () && finished.empty(); +
    //~ end
    //~ solution
    Rows prefixes;
    for (const given::Hypothesis& h : open) {
      prefixes.push_back({options.bos});
      prefixes.back().insert(prefixes.back().end(), h.tokens.begin(), h.tokens.end());
    }
    //~ wrong no_bos: push_back({options.bos}) => emplace_back()
    //~ wrong last_token_only: {options.bos} => {h.tokens.empty() ? options.bos : h.tokens.back()} | h.tokens.begin(), => h.tokens.end(),
    //~ end
    //~ solution
    const Tensor log_p = next(prefixes);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (int token = 0; token < log_p.dim(1); ++token) {
        candidates.push_back({open[i].log_probability + log_p(static_cast<int>(i), token), i, token});
        //~ wrong not_accumulated: {open[i].log_probability + log_p => {log_p
        //~ end
        //~ solution
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.log_probability > b.log_probability;
    });
    //~ wrong best_of_each_parent: return a.log => return a.parent != b.parent ? a.parent < b.parent : a.log
    //~ end
    //~ solution
    if (candidates.size() > beam) candidates.resize(beam);
    //~ wrong nothing_pruned: > beam) candidates.resize(beam => > 12 * beam) candidates.resize(12 * beam
    //~ wrong finished_take_no_place
    std::size_t going_on = 0, last = 0;
    while (last < candidates.size() && going_on < beam) going_on += candidates[last++].token != options.eos;
    candidates.resize(last);
    //~ end
    //~ solution
    std::vector<given::Hypothesis> still_open;
    for (const Candidate& c : candidates) {
      given::Hypothesis h = open[c.parent];
      h.log_probability = c.log_probability;
      //~ end
      //~ solution
      if (c.token == options.eos) {
        finished.push_back(h);
      } else {
        h.tokens.push_back(c.token);
        still_open.push_back(h);
      }
      //~ wrong eos_kept: finished.push_back(h) => h.tokens.push_back(c.token), finished.push_back(h)
      //~ wrong finished_go_on: } else { => } {
      //~ wrong finished_lost: finished.push_back(h); =>
      //~ wrong eos_not_in_the_sum: ) { => ) { h.log_probability = open[c.parent].log_probability;
      //~ end
      //~ solution
    }
    open = still_open;
  }
  //~ end
  //~ solution
  finished.insert(finished.end(), open.begin(), open.end());
  //~ wrong cut_off_lost
  //~ wrong stops_at_the_first
  //~ wrong eos_counted: finished.insert => const std::size_t ended = finished.size(); finished.insert
  //~ end
  //~ solution
  for (given::Hypothesis& h : finished) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
  }
  //~ wrong no_penalty: / length_penalty(static_cast<int>(h.tokens.size()), options.alpha) =>
  //~ wrong multiplied: log_probability / length_penalty => log_probability * length_penalty
  //~ wrong eos_counted: )), options => )) + (&h < finished.data() + ended), options
  //~ end
  //~ solution
  std::stable_sort(finished.begin(), finished.end(), [](const auto& a, const auto& b) {
    return a.score > b.score;
  });
  //~ wrong not_sorted
  //~ end
  //~ solution
  if (finished.size() > static_cast<std::size_t>(options.n_best)) {
    finished.resize(static_cast<std::size_t>(options.n_best));
  }
  return finished;
  //~ wrong returns_one: > static_cast<std::size_t>(options.n_best) => > 1 | resize(static_cast<std::size_t>(options.n_best)) => resize(1)
  //~ end
}
