#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// The model: any number of prefixes, each <bos> w1 w2 … -> the log-probabilities of the next token, a row for
/// each prefix: (rows, V).
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

/// Returns what scores are divided by (Wu et al. 2016): ((5 + length) / 6)^alpha.
double length_penalty(int length, double alpha) {
  //~ stub
  // std::pow(x, alpha) is x to the power of alpha. Mind: 7 / 6 is 1 in C++, 7.0 / 6 is 1.1667.
  return not_written("length_penalty");
  //~ solution
  return std::pow((5.0 + length) / 6.0, alpha);
  //~ wrong integer_penalty: 5.0 + length) / 6.0 => 5 + length) / 6
  //~ wrong no_power: std::pow((5.0 + length) / 6.0, alpha) => (5.0 + length) / 6.0 * alpha
  //~ wrong alpha_ignored: std::pow((5.0 + length) / 6.0, alpha) => (5.0 + length) / 6.0
  //~ wrong not_divided_by_six: (5.0 + length) / 6.0 => 5.0 + length
  //~ wrong power_of_the_numerator: (5.0 + length) / 6.0, alpha) => 5.0 + length, alpha) / 6.0
  //~ wrong length_to_the_alpha: (5.0 + length) / 6.0 => static_cast<double>(length)
  //~ wrong plain_length: std::pow((5.0 + length) / 6.0, alpha) => length
  //~ wrong five_and_six_exchanged: 5.0 + length) / 6.0 => 6.0 + length) / 5.0
  //~ wrong penalty_inverted: alpha => -alpha
  //~ end
}

//~ wrong own_best_only
int best_token(const Tensor& log_p, int row) {
  int best = 0;
  for (int token = 1; token < log_p.dim(1); ++token)
    if (log_p(row, token) > log_p(row, best)) best = token;
  return best;
}
//~ end
/// The options.n_best best-scored translations that a beam of width options.beam finds, best first.
///  1. One hypothesis is open: no tokens, log-probability 0.
///  2. options.max_length times, or until none is open: of all continuations of all open hypotheses by all tokens
///     the options.beam most probable are kept. Those by <eos> are finished, the others are open next.
///  3. What is still open at the end counts as finished too.
///  4. score = log_probability / length_penalty(number of tokens, options.alpha), <bos> and <eos> not counted.
std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  //~ stub
  // Keep the open hypotheses in one list, the finished ones in another. given::Hypothesis has tokens,
  // log_probability and score; what next() wants is <bos> followed by the tokens.
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
    //~ wrong one_too_few: = 0; => = 1;
    //~ wrong stops_at_the_first, stops_at_the_first_or_open, stops_at_the_first_with_open: (); + => () && finished.empty(); +
    //~ wrong stops_when_enough, stops_when_enough_with_open: (); + => () && finished.size() < static_cast<std::size_t>(options.n_best); +
    //~ wrong stops_with_a_full_beam, stops_with_a_full_beam_with_open: (); + => () && finished.size() < beam; +
    //~ end
    //~ solution
    Rows prefixes;
    for (const given::Hypothesis& h : open) {
      prefixes.push_back({options.bos});
      prefixes.back().insert(prefixes.back().end(), h.tokens.begin(), h.tokens.end());
    }
    //~ wrong no_bos: push_back({options.bos}) => emplace_back()
    //~ wrong last_token_only: {options.bos} => {h.tokens.empty() ? options.bos : h.tokens.back()} | h.tokens.begin(), => h.tokens.end(),
    //~ wrong bos_alone_at_first: {options.bos} => h.tokens.empty() ? std::vector<int>{options.bos} : h.tokens | prefixes.back().insert(prefixes.back().end(), h.tokens.begin(), h.tokens.end()); =>
    //~ end
    //~ solution
    const Tensor log_p = next(prefixes);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (int token = 0; token < log_p.dim(1); ++token) {
        //~ end
        //~ solution
        candidates.push_back({open[i].log_probability + log_p(static_cast<int>(i), token), i, token});
        //~ wrong own_best_only: candidates => if (step == 0 || token == best_token(log_p, static_cast<int>(i))) candidates
        //~ wrong not_accumulated: {open[i].log_probability + log_p => {log_p
        //~ wrong first_row_for_all: log_p(static_cast<int>(i), token) => log_p(0, token)
        //~ wrong eos_costs_nothing: log_p(static_cast<int>(i), token) => (token == options.eos ? 0 : log_p(static_cast<int>(i), token))
        //~ wrong probabilities_added: log_p(static_cast<int>(i), token => std::exp(log_p(static_cast<int>(i), token)
        //~ wrong mean_log_probability: open[i].log_probability + log_p(static_cast<int>(i), token) => (open[i].log_probability * step + log_p(static_cast<int>(i), token)) / (step + 1)
        //~ wrong probabilities_multiplied: open[i].log_probability + log_p(static_cast<int>(i), token) => std::log(std::exp(open[i].log_probability) * std::exp(log_p(static_cast<int>(i), token)))
        //~ end
        //~ solution
      }
    }
    //~ end
    //~ wrong chosen_by_score
    const auto score = [&](const Candidate& c) {
      const int length = static_cast<int>(open[c.parent].tokens.size()) + (c.token != options.eos);
      return c.log_probability / length_penalty(length, options.alpha);
    };
    //~ end
    //~ solution
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.log_probability > b.log_probability;
    });
    //~ wrong worst_kept: log_probability > b => log_probability < b
    //~ wrong chosen_by_score: [](const => [&](const | a.log_probability > b.log_probability => score(a) > score(b)
    //~ wrong best_of_each_parent: return a.log => return a.parent != b.parent ? a.parent < b.parent : a.log
    //~ end
    //~ solution
    if (candidates.size() > beam) candidates.resize(beam);
    //~ wrong nothing_pruned: > beam) candidates.resize(beam => > 12 * beam) candidates.resize(12 * beam
    //~ wrong narrowing_beam: if (candidates.size() > beam) candidates.resize(beam); => candidates.resize(std::min(candidates.size(), beam - std::min(beam, finished.size())));
    //~ wrong finished_take_no_place
    std::size_t going_on = 0, last = 0;
    while (last < candidates.size() && going_on < beam) going_on += candidates[last++].token != options.eos;
    candidates.resize(last);
    //~ wrong ends_of_each_parent
    // among the best of each parent all that ends is finished; of the others the beam is chosen
    std::vector<Candidate> kept;
    std::vector<std::size_t> of_parent(open.size(), 0);
    std::size_t going_on = 0;
    for (const Candidate& c : candidates) {
      if (of_parent[c.parent]++ >= beam) continue;
      if (c.token == options.eos || going_on++ < beam) kept.push_back(c);
    }
    candidates = kept;
    //~ wrong open_filled_up
    // as many open ones as the beam is wide; <eos> counts only among the first
    std::vector<Candidate> kept;
    std::size_t going_on = 0;
    for (std::size_t rank = 0; rank < candidates.size(); ++rank) {
      const bool ends = candidates[rank].token == options.eos;
      if (ends ? rank < beam : going_on++ < beam) kept.push_back(candidates[rank]);
    }
    candidates = kept;
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
      //~ wrong eos_is_a_word: c.token == options.eos => false
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
  //~ wrong stops_at_the_first_or_open: finished.insert => if (finished.empty()) finished.insert
  //~ wrong stops_when_enough: finished.insert => if (finished.size() < static_cast<std::size_t>(options.n_best)) finished.insert
  //~ wrong stops_with_a_full_beam: finished.insert => if (finished.size() < beam) finished.insert
  //~ wrong cut_off_only_if_none_finished: finished.insert(finished.end(), open.begin(), open.end()) => if (finished.empty()) finished = open
  //~ wrong eos_counted, bos_and_eos_counted: finished.insert => const std::size_t ended = finished.size(); finished.insert
  //~ end
  //~ solution
  for (given::Hypothesis& h : finished) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
  }
  //~ wrong no_penalty: / length_penalty(static_cast<int>(h.tokens.size()), options.alpha) =>
  //~ wrong multiplied: log_probability / length_penalty => log_probability * length_penalty
  //~ wrong per_token: length_penalty(static_cast<int>(h.tokens.size()), options.alpha) => std::max(1.0, 1.0 * h.tokens.size())
  //~ wrong bos_counted: )), options => )) + 1, options
  //~ wrong eos_counted: )), options => )) + (&h < finished.data() + ended), options
  //~ wrong bos_and_eos_counted: )), options => )) + 1 + (&h < finished.data() + ended), options
  //~ end
  //~ solution
  std::stable_sort(finished.begin(), finished.end(), [](const auto& a, const auto& b) {
    return a.score > b.score;
  });
  //~ wrong not_sorted
  //~ wrong worst_first: a.score > b.score => a.score < b.score
  //~ wrong sorted_without_penalty: a.score > b.score => a.log_probability > b.log_probability
  //~ end
  //~ solution
  if (finished.size() > static_cast<std::size_t>(options.n_best)) {
    finished.resize(static_cast<std::size_t>(options.n_best));
  }
  return finished;
  //~ wrong n_best_worst_first: return => std::reverse(finished.begin(), finished.end()); return
  //~ wrong returns_all: finished.size() > static_cast<std::size_t>(options.n_best) => false
  //~ wrong returns_one: > static_cast<std::size_t>(options.n_best) => > 1 | resize(static_cast<std::size_t>(options.n_best)) => resize(1)
  //~ end
}
