#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/core/error.hpp"
#include "nn/next_tokens.hpp"

namespace heed::inline HEED_PRECISION {

double length_penalty(std::int64_t length, double alpha) {
  return std::pow((5.0 + static_cast<double>(length)) / 6.0, alpha);
}

namespace {

/// A way to go on: row `row` of the batch, continued by `token`.
struct Candidate {
  double log_p;  // of the whole
  std::int32_t row;
  std::int32_t token;
};

/// The search for one sentence.
struct Search {
  std::int64_t max_length = 0;
  std::vector<Hypothesis> open{Hypothesis{}};  // as many as rows of the batch belong to this sentence
  std::vector<Hypothesis> finished;            // best first, at most `beam`; those cut off come last
  bool done = false;
};

/// The `count` best continuations of the rows first … first + n - 1, best first; ties go to the earlier row
/// and token.
std::vector<Candidate> best_candidates(const Array& log_p, std::int64_t first,
                                       const std::vector<Hypothesis>& open, std::size_t count) {
  const std::int64_t classes = log_p.dim(1);
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.log_p != b.log_p ? a.log_p > b.log_p : std::pair(a.row, a.token) < std::pair(b.row, b.token);
  };
  std::vector<Candidate> heap;  // the worst of the best on top
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::int64_t row = first + static_cast<std::int64_t>(i);
    for (std::int64_t c = 0; c < classes; ++c) {
      const double p = log_p.data()[row * classes + c];
      if (p == -std::numeric_limits<double>::infinity()) continue;
      const Candidate candidate{open[i].log_probability + p, static_cast<std::int32_t>(row),
                                static_cast<std::int32_t>(c)};
      if (heap.size() == count && !better(candidate, heap.front())) continue;
      if (heap.size() == count) {
        std::pop_heap(heap.begin(), heap.end(), better);
        heap.pop_back();
      }
      heap.push_back(candidate);
      std::push_heap(heap.begin(), heap.end(), better);
    }
  }
  std::sort_heap(heap.begin(), heap.end(), better);
  return heap;
}

class Beam {
 public:
  explicit Beam(const BeamOptions& options) : options_(options) {}

  /// One step of one sentence whose open hypotheses are the rows from `first` on; appends the rows to keep.
  void step(Search& search, const Array& log_p, std::int64_t first, std::int64_t length,
            std::vector<std::int32_t>& parents, std::vector<std::int32_t>& tokens) const {
    const auto width = static_cast<std::size_t>(options_.beam);
    std::vector<Hypothesis> next;
    // At most half of twice the width can be <eos>: `width` others always remain.
    const std::vector<Candidate> best = best_candidates(log_p, first, search.open, 2 * width);
    for (std::size_t rank = 0; rank < best.size() && next.size() < width; ++rank) {
      const Candidate& c = best[rank];
      Hypothesis h = search.open[static_cast<std::size_t>(c.row - first)];
      h.log_p.push_back(log_p.data()[c.row * log_p.dim(1) + c.token]);
      h.log_probability = c.log_p;
      if (c.token == options_.decoding.eos) {
        if (rank < width) finish(search, std::move(h));  // one that ranks below would not have been kept
      } else if (length < search.max_length) {
        h.tokens.push_back(c.token);
        next.push_back(std::move(h));
        parents.push_back(c.row);
        tokens.push_back(c.token);
      }
    }
    if (length == search.max_length) fill_up(search);
    search.open = std::move(next);
    if (search.open.empty() ||
        (search.finished.size() == width && best_possible(search) <= search.finished.back().score)) {
      search.done = true;
      parents.resize(parents.size() - search.open.size());
      tokens.resize(tokens.size() - search.open.size());
      search.open.clear();
    }
  }

 private:
  double score(const Hypothesis& h) const {
    return h.log_probability / length_penalty(std::ssize(h.tokens), options_.length_penalty);
  }

  void finish(Search& search, Hypothesis h) const {
    h.finished = true;
    h.score = score(h);
    const auto place = std::find_if(search.finished.begin(), search.finished.end(),
                                    [&](const Hypothesis& other) { return h.score > other.score; });
    search.finished.insert(place, std::move(h));
    if (search.finished.size() > static_cast<std::size_t>(options_.beam)) search.finished.pop_back();
  }

  /// Hypotheses that the maximum length cuts off take the places that are left, best first.
  void fill_up(Search& search) const {
    for (Hypothesis& h : search.open) h.score = score(h);
    std::stable_sort(search.open.begin(), search.open.end(),
                     [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
    for (Hypothesis& h : search.open) {
      if (search.finished.size() == static_cast<std::size_t>(options_.beam)) return;
      // One that could also end here is in the list already, with <eos>.
      const bool listed = std::any_of(search.finished.begin(), search.finished.end(),
                                      [&](const Hypothesis& other) { return other.tokens == h.tokens; });
      if (listed) continue;
      search.finished.push_back(std::move(h));
    }
  }

  /// No continuation has a larger sum, none a larger length penalty than at the maximum length (a smaller one
  /// than now, if α is negative).
  double best_possible(const Search& search) const {
    double best = -std::numeric_limits<double>::infinity();
    for (const Hypothesis& h : search.open) best = std::max(best, h.log_probability);
    const auto now = std::ssize(search.open.front().tokens);
    return best / std::max(length_penalty(search.max_length, options_.length_penalty),
                           length_penalty(now, options_.length_penalty));
  }

  BeamOptions options_;
};

}  // namespace

void check_beam(const BeamOptions& options) {
  if (options.beam < 1) throw_error<UsageError>("a beam of {}: must be at least 1", options.beam);
  if (options.n_best < 1 || options.n_best > options.beam) {
    throw_error<UsageError>("n_best {} must be between 1 and the beam of {}", options.n_best, options.beam);
  }
  if (!std::isfinite(options.length_penalty))
    throw_error<UsageError>("a length penalty of {}: must be a finite number", options.length_penalty);
}

std::vector<std::vector<Hypothesis>> beam_search(Continuation& sequences, const Tokens& prompt,
                                                 const BeamOptions& options) {
  check_beam(options);
  NextTokens next(sequences, prompt, options.decoding);
  const Beam beam(options);
  std::vector<Search> searches(static_cast<std::size_t>(prompt.dim(0)));
  for (std::size_t i = 0; i < searches.size(); ++i) searches[i].max_length = next.max_length(i);
  std::vector<std::int32_t> parents, tokens;
  for (std::int64_t length = 0; length <= next.max_length() && !searches.empty(); ++length) {
    if (length > 0 && parents.empty()) break;
    const Array log_p = length == 0 ? next.first() : next.advance(parents, tokens);
    parents.clear();
    tokens.clear();
    std::int64_t first = 0;
    for (Search& search : searches) {
      if (search.done) continue;
      const auto rows = std::ssize(search.open);
      beam.step(search, log_p, first, length, parents, tokens);
      first += rows;
    }
  }
  std::vector<std::vector<Hypothesis>> results;
  for (Search& search : searches) {
    if (search.finished.size() > static_cast<std::size_t>(options.n_best))
      search.finished.resize(static_cast<std::size_t>(options.n_best));
    results.push_back(std::move(search.finished));
  }
  return results;
}

}  // namespace heed
