#include "lib/score/translation_edits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace heed {
namespace {

using Words = std::vector<int>;  // numbers that are equal where the words are

constexpr std::ptrdiff_t max_shift_words = 10, max_shift_distance = 50, beam = 25;
constexpr int max_tries = 1000;

/// What a place of the hypothesis or of the reference has to do with the other side, once they are edited
/// into each other.
struct Alignment {
  std::vector<bool> hypothesis_wrong, reference_wrong;
  /// For each place of the reference, the place in the hypothesis that was written last by then; -1: none.
  std::vector<std::ptrdiff_t> place;
};

/// Edit distances of hypotheses of one length to a reference. Rows belong to words of the hypothesis; those
/// before the first word that differs from the last call's are kept.
class EditDistance {
 public:
  EditDistance(const Words& reference, std::size_t length)
      : reference_(reference),
        width_(static_cast<std::ptrdiff_t>(reference.size()) + 1),
        length_(static_cast<std::ptrdiff_t>(length)),
        cells_((length + 1) * reference.size() + length + 1) {
    for (std::ptrdiff_t j = 0; j < width_; ++j) at(0, j) = {static_cast<int>(j), Edit::insert};
    const double ratio =
        length == 0 ? 1 : static_cast<double>(reference.size()) / static_cast<double>(length);
    slope_ = ratio;
    // so that neighbouring rows overlap, however much longer the reference is
    half_width_ = static_cast<double>(beam) < ratio / 2
                      ? static_cast<std::ptrdiff_t>(std::ceil(ratio / 2 + static_cast<double>(beam)))
                      : beam;
  }

  int operator()(const Words& hypothesis) {
    const auto same = std::mismatch(hypothesis.begin(), hypothesis.end(), last_.begin(), last_.end()).first;
    for (std::ptrdiff_t i = same - hypothesis.begin() + 1; i <= length_; ++i) fill_row(i, hypothesis);
    last_ = hypothesis;
    return at(length_, width_ - 1).cost;
  }

  /// Of the last call's hypothesis.
  Alignment alignment() const {
    Alignment a{std::vector<bool>(static_cast<std::size_t>(length_)), std::vector<bool>(reference_.size()),
                std::vector<std::ptrdiff_t>(reference_.size())};
    for (std::ptrdiff_t i = length_, j = width_ - 1; i > 0 || j > 0;) {
      const Edit edit = at(i, j).edit;
      if (edit != Edit::insert) a.hypothesis_wrong[static_cast<std::size_t>(i - 1)] = edit != Edit::keep;
      if (edit != Edit::remove) {
        a.reference_wrong[static_cast<std::size_t>(j - 1)] = edit != Edit::keep;
        a.place[static_cast<std::size_t>(j - 1)] = i - 1;
      }
      i -= edit != Edit::insert ? 1 : 0;
      j -= edit != Edit::remove ? 1 : 0;
    }
    return a;
  }

 private:
  enum class Edit : std::uint8_t { keep, substitute, remove, insert };
  struct Cell {
    int cost = far;
    Edit edit = Edit::insert;
  };
  static constexpr int far = 1'000'000'000;

  Cell& at(std::ptrdiff_t i, std::ptrdiff_t j) { return cells_[static_cast<std::size_t>(i * width_ + j)]; }
  const Cell& at(std::ptrdiff_t i, std::ptrdiff_t j) const {
    return cells_[static_cast<std::size_t>(i * width_ + j)];
  }

  void fill_row(std::ptrdiff_t i, const Words& hypothesis) {
    const auto diagonal = static_cast<std::ptrdiff_t>(std::floor(static_cast<double>(i) * slope_));
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, diagonal - half_width_);
    const std::ptrdiff_t end = i == length_ ? width_ : std::min(width_, diagonal + half_width_);
    std::fill_n(&at(i, 0), width_, Cell{});
    const int word = hypothesis[static_cast<std::size_t>(i - 1)];
    for (std::ptrdiff_t j = first; j < end; ++j) {
      Cell& cell = at(i, j);
      // Of equal costs the first named counts; the alignment, and so the shifts, depend on it.
      const auto offer = [&](const Cell& from, int cost, Edit edit) {
        if (from.cost + cost < cell.cost) cell = {from.cost + cost, edit};
      };
      if (j > 0) {
        const bool same = word == reference_[static_cast<std::size_t>(j - 1)];
        offer(at(i - 1, j - 1), same ? 0 : 1, same ? Edit::keep : Edit::substitute);
      }
      offer(at(i - 1, j), 1, Edit::remove);
      if (j > 0) offer(at(i, j - 1), 1, Edit::insert);
    }
  }

  const Words& reference_;
  std::ptrdiff_t width_, length_, half_width_ = 0;
  double slope_ = 1;
  std::vector<Cell> cells_;
  Words last_;
};

/// `count` words from `start` taken out and put before what stood at `target`; a target among them counts
/// from where they end.
Words shifted(Words words, std::ptrdiff_t start, std::ptrdiff_t count, std::ptrdiff_t target) {
  const auto begin = words.begin();
  const auto size = static_cast<std::ptrdiff_t>(words.size());
  if (target < start) {
    std::rotate(begin + target, begin + start, begin + start + count);
  } else {
    const std::ptrdiff_t end = target > start + count ? target : std::min(size, target + count);
    std::rotate(begin + start, begin + start + count, begin + end);
  }
  return words;
}

bool any(const std::vector<bool>& wrong, std::ptrdiff_t start, std::ptrdiff_t count) {
  return std::find(wrong.begin() + start, wrong.begin() + start + count, true) !=
         wrong.begin() + start + count;
}

/// The search for shifts of one sentence.
class ShiftSearch {
 public:
  ShiftSearch(Words hypothesis, const Words& reference)
      : words_(std::move(hypothesis)), reference_(reference), distance_(reference, words_.size()) {}

  std::size_t edits() {
    std::size_t shifts = 0;
    for (;;) {
      std::optional<Shift> best = best_shift();
      if (tries_ >= max_tries || !best || best->gain <= 0) break;
      words_ = shifted(std::move(words_), best->start, best->count, best->target);
      ++shifts;
    }
    return shifts + static_cast<std::size_t>(distance_(words_));
  }

 private:
  struct Shift {
    int gain;
    std::ptrdiff_t count, start, target;

    auto rank() const { return std::tuple(gain, count, -start, -target); }
  };

  std::optional<Shift> best_shift() {
    const int before = distance_(words_);
    const Alignment alignment = distance_.alignment();
    const auto ours = static_cast<std::ptrdiff_t>(words_.size());
    const auto theirs = static_cast<std::ptrdiff_t>(reference_.size());
    std::optional<Shift> best;
    for (std::ptrdiff_t start = 0; start < ours; ++start) {
      const std::ptrdiff_t last = std::min(theirs - 1, start + max_shift_distance);
      for (std::ptrdiff_t at = std::max<std::ptrdiff_t>(0, start - max_shift_distance); at <= last; ++at) {
        const std::ptrdiff_t most = std::min({max_shift_words, ours - start, theirs - at});
        for (std::ptrdiff_t count = 1; count <= most && same_word(start + count - 1, at + count - 1);
             ++count) {
          if (!any(alignment.hypothesis_wrong, start, count) || !any(alignment.reference_wrong, at, count))
            continue;
          const std::ptrdiff_t place = alignment.place[static_cast<std::size_t>(at)];
          if (place >= start && place < start + count) continue;  // they would move within themselves
          try_targets(alignment, {before, count, start, 0}, at, best);
          if (tries_ >= max_tries) return best;
        }
      }
    }
    return best;
  }

  bool same_word(std::ptrdiff_t ours, std::ptrdiff_t theirs) const {
    return words_[static_cast<std::size_t>(ours)] == reference_[static_cast<std::size_t>(theirs)];
  }

  /// Moves the words of `shift`, which stand in the reference from `at`, behind each place of the hypothesis
  /// that belongs to the word before them there, or to one of them. shift.gain holds the distance before.
  void try_targets(const Alignment& alignment, Shift shift, std::ptrdiff_t at, std::optional<Shift>& best) {
    const int before = shift.gain;
    std::ptrdiff_t last = -1;
    for (std::ptrdiff_t i = at - 1; i < at + shift.count; ++i) {
      shift.target = i < 0 ? 0 : alignment.place[static_cast<std::size_t>(i)] + 1;
      if (shift.target == last) continue;
      last = shift.target;
      shift.gain = before - distance_(shifted(words_, shift.start, shift.count, shift.target));
      ++tries_;
      if (!best || shift.rank() > best->rank()) best = shift;
    }
  }

  Words words_;
  const Words& reference_;
  EditDistance distance_;
  int tries_ = 0;
};

}  // namespace

std::size_t translation_edits(std::span<const std::string_view> hypothesis,
                              std::span<const std::string_view> reference) {
  if (reference.empty()) return hypothesis.size();
  std::unordered_map<std::string_view, int> numbers;
  const auto numbered = [&](std::span<const std::string_view> words) {
    Words out;
    for (const std::string_view word : words)
      out.push_back(numbers.try_emplace(word, static_cast<int>(numbers.size())).first->second);
    return out;
  };
  const Words ours = numbered(hypothesis), theirs = numbered(reference);
  return ShiftSearch(ours, theirs).edits();
}

}  // namespace heed
