#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// The model: any number of prefixes, each <bos> w1 w2 … -> the log-probabilities of the next token, a row for
/// each prefix: (rows, V).
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

/// What scores are divided by (Wu et al. 2016): ((5 + length) / 6)^alpha.
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
    //~ wrong stops_at_the_first: (); + => () && finished.empty(); +
    //~ wrong stops_at_the_first_or_open: (); + => () && finished.empty(); +
    //~ wrong stops_at_the_first_with_open: (); + => () && finished.empty(); +
    //~ wrong stops_when_enough: (); + => () && finished.size() < static_cast<std::size_t>(options.n_best); +
    //~ wrong stops_with_a_full_beam: (); + => () && finished.size() < beam; +
    //~ wrong stops_when_enough_with_open: (); + => () && finished.size() < static_cast<std::size_t>(options.n_best); +
    //~ wrong stops_with_a_full_beam_with_open: (); + => () && finished.size() < beam; +
    //~ end
    //~ solution
    Rows prefixes;
    for (const given::Hypothesis& h : open) {
      prefixes.push_back({options.bos});
      prefixes.back().insert(prefixes.back().end(), h.tokens.begin(), h.tokens.end());
    }
    //~ wrong no_bos
    Rows prefixes;
    for (const given::Hypothesis& h : open) prefixes.push_back(h.tokens);
    //~ wrong last_token_only like no_bos: h.tokens => {h.tokens.empty() ? options.bos : h.tokens.back()}
    //~ wrong bos_alone_at_first like no_bos: h.tokens => h.tokens.empty() ? std::vector<int>{options.bos} : h.tokens
    //~ end
    //~ solution
    const Tensor log_p = next(prefixes);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (int token = 0; token < log_p.dim(1); ++token) {
        //~ end
        //~ solution
        candidates.push_back({open[i].log_probability + log_p(static_cast<int>(i), token), i, token});
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
    //~ wrong own_best_only
      }
    }
    if (step > 0) {
      std::vector<Candidate> best_of_each;
      for (std::size_t i = 0; i < open.size(); ++i) {
        const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(i) * log_p.dim(1);
        best_of_each.push_back(*std::max_element(first, first + log_p.dim(1), [](const auto& a, const auto& b) {
          return a.log_probability < b.log_probability;
        }));
      }
      candidates = best_of_each;
    }
    //~ end
    //~ solution
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.log_probability > b.log_probability;
    });
    if (candidates.size() > beam) candidates.resize(beam);
    //~ wrong worst_kept: log_probability > b => log_probability < b
    //~ wrong nothing_pruned: > beam) candidates.resize(beam => > 12 * beam) candidates.resize(12 * beam
    //~ wrong narrowing_beam: if (candidates.size() > beam) candidates.resize(beam); => candidates.resize(std::min(candidates.size(), beam - std::min(beam, finished.size())));
    //~ wrong finished_take_no_place: if (candidates.size() > beam) candidates.resize(beam); => std::size_t going_on = 0, last = 0; while (last < candidates.size() && going_on < beam) going_on += candidates[last++].token != options.eos; candidates.resize(last);
    //~ wrong ends_of_each_parent
    // the best of each parent first: what ends among them is finished; of the others the beam is chosen
    std::vector<Candidate> of_parents, kept;
    const auto better = [](const Candidate& a, const Candidate& b) { return a.log_probability > b.log_probability; };
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(i) * log_p.dim(1);
      std::vector<Candidate> own(first, first + log_p.dim(1));
      std::stable_sort(own.begin(), own.end(), better);
      if (own.size() > beam) own.resize(beam);
      of_parents.insert(of_parents.end(), own.begin(), own.end());
    }
    std::stable_sort(of_parents.begin(), of_parents.end(), better);
    std::size_t going_on = 0;
    for (const Candidate& c : of_parents) {
      if (c.token == options.eos || going_on++ < beam) kept.push_back(c);
    }
    candidates = kept;
    //~ wrong open_filled_up
    // as many open ones as the beam is wide; <eos> counts only among the first
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.log_probability > b.log_probability;
    });
    std::vector<Candidate> kept;
    std::size_t going_on = 0;
    for (std::size_t rank = 0; rank < candidates.size() && going_on < beam; ++rank) {
      const bool ends = candidates[rank].token == options.eos;
      going_on += !ends;
      if (!ends || rank < beam) kept.push_back(candidates[rank]);
    }
    candidates = kept;
    //~ wrong chosen_by_score
    std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      const auto score = [&](const Candidate& c) {
        const int length = static_cast<int>(open[c.parent].tokens.size()) + (c.token != options.eos);
        return c.log_probability / length_penalty(length, options.alpha);
      };
      return score(a) > score(b);
    });
    if (candidates.size() > beam) candidates.resize(beam);
    //~ wrong best_of_each_parent
    std::vector<Candidate> kept;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(i) * log_p.dim(1);
      std::vector<Candidate> of_parent(first, first + log_p.dim(1));
      std::stable_sort(of_parent.begin(), of_parent.end(), [](const Candidate& a, const Candidate& b) {
        return a.log_probability > b.log_probability;
      });
      for (const Candidate& c : of_parent) {
        if (kept.size() < beam) kept.push_back(c);
      }
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
      //~ wrong eos_kept
      h.tokens.push_back(c.token);
      (c.token == options.eos ? finished : still_open).push_back(h);
      //~ wrong finished_go_on like eos_kept: h. => if (c.token == options.eos) finished.push_back(h); h.
      //~ wrong finished_go_on like eos_kept: (c.token == options.eos ? finished : still_open) => still_open
      //~ wrong eos_is_a_word like eos_kept: (c.token == options.eos ? finished : still_open) => still_open
      //~ wrong finished_lost: token == => token != | finished.push_back(h); => | } else { =>
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
  //~ wrong eos_counted
  for (given::Hypothesis& h : finished) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()) + 1, options.alpha);
  }
  for (given::Hypothesis& h : open) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
  }
  finished.insert(finished.end(), open.begin(), open.end());
  //~ wrong bos_and_eos_counted like eos_counted: + 1, => + 2, | .size()), options => .size()) + 1, options
  //~ end
  //~ solution
  for (given::Hypothesis& h : finished) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
  }
  //~ wrong no_penalty
  for (given::Hypothesis& h : finished) h.score = h.log_probability;
  //~ wrong multiplied: log_probability / length_penalty => log_probability * length_penalty
  //~ wrong per_token like no_penalty: log_probability => log_probability / std::max(1.0, 1.0 * h.tokens.size())
  //~ wrong bos_counted: )), options => )) + 1, options
  //~ wrong eos_counted
  //~ wrong bos_and_eos_counted
  //~ end
  //~ solution
  std::stable_sort(finished.begin(), finished.end(),
                   [](const given::Hypothesis& a, const given::Hypothesis& b) { return a.score > b.score; });
  //~ wrong not_sorted
  //~ wrong worst_first: end(), => end(), [](const given::Hypothesis& a, const given::Hypothesis& b) {
  //~ wrong worst_first: [](const given::Hypothesis& a, const given::Hypothesis& b) { return a.score > => return a.score <
  //~ wrong sorted_without_penalty: end(), => end(), [](const given::Hypothesis& a, const given::Hypothesis& b) {
  //~ wrong sorted_without_penalty: [](const given::Hypothesis& a, const given::Hypothesis& b) { return a.score > b.score => return a.log_probability > b.log_probability
  //~ end
  //~ solution
  if (finished.size() > static_cast<std::size_t>(options.n_best)) {
    finished.resize(static_cast<std::size_t>(options.n_best));
  }
  return finished;
  //~ wrong n_best_worst_first: return => std::reverse(finished.begin(), finished.end()); return
  //~ wrong returns_all
  return finished;
  //~ wrong returns_one like returns_all: return => if (finished.size() > 1) finished.resize(1); return
  //~ end
}
