// Blocks that are drawn, not described: BigBird's random attention.
#include <algorithm>
#include <span>

#include "lib/array/mask_rule.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Block a and an earlier block b (or a itself) see each other if b is among those that a drew. All are drawn
/// when the rule is made: kernels ask for every block of pairs.
class Random final : public MaskRule {
 public:
  explicit Random(const Mask::RandomBlocks& o)
      : o_(o), blocks_((o.keys + o.block - 1) / o.block), seen_(static_cast<std::size_t>(o.heads * blocks_)) {
    for (std::int64_t head = 0; head < o.heads; ++head) {
      const RandomStream stream{o.seed, static_cast<std::uint64_t>(head)};
      for (std::int64_t a = 0; a < blocks_; ++a) {
        for (const std::int32_t b : draw(stream, a)) {
          seen_[row(head, a)].push_back(b);
          if (b != a) seen_[row(head, b)].push_back(static_cast<std::int32_t>(a));
        }
      }
    }
  }

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    const std::span<const std::int32_t> seen = seen_by(q.head, q.position / o_.block);
    if (seen.empty() || q.position >= o_.keys) return {0, 0, true};
    const std::int64_t last = std::min(keys, o_.keys);
    return {std::min(seen.front() * o_.block, last), std::min((seen.back() + 1) * o_.block, last),
            seen.back() - seen.front() + 1 == std::ssize(seen)};
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    const std::int64_t end = first + count;
    std::int64_t key = first;  // up to here it is done
    if (q.position < o_.keys) {
      const std::span<const std::int32_t> seen = seen_by(q.head, q.position / o_.block);
      for (auto at = std::lower_bound(seen.begin(), seen.end(), first / o_.block); at != seen.end(); ++at) {
        const std::int64_t begin = std::clamp(*at * o_.block, key, end);
        std::fill(allowed + key - first, allowed + begin - first, std::uint8_t{0});
        key = std::clamp(std::min((*at + 1) * o_.block, o_.keys), begin, end);
        if (key == end) return;
      }
    }
    std::fill(allowed + key - first, allowed + count, std::uint8_t{0});
  }
  Coverage coverage(const PairBlock& b) const override {
    const std::int64_t end = std::min(b.key + b.keys, o_.keys),
                       last_query = std::min(b.query + b.queries, o_.keys);
    if (b.key >= end || b.query >= last_query) return Coverage::none;
    const std::int64_t first = b.key / o_.block, last = (end - 1) / o_.block;
    std::int64_t seen_blocks = 0, rows = 0;
    for (std::int64_t r = b.query / o_.block; r <= (last_query - 1) / o_.block; ++r, ++rows) {
      const std::span<const std::int32_t> seen = seen_by(b.head, r);
      seen_blocks += std::upper_bound(seen.begin(), seen.end(), last) -
                     std::lower_bound(seen.begin(), seen.end(), first);
    }
    if (seen_blocks == 0) return Coverage::none;
    const bool inside = end == b.key + b.keys && last_query == b.query + b.queries;
    return inside && seen_blocks == rows * (last - first + 1) ? Coverage::all : Coverage::some;
  }

 private:
  /// `count` of the blocks 0 … a, or all of them; each choice is as likely as any other (Bentley & Floyd
  /// 1987, "A sample of brilliance").
  std::vector<std::int32_t> draw(const RandomStream& stream, std::int64_t a) const {
    const std::int64_t count = std::min(o_.count, a + 1);
    std::vector<std::int32_t> chosen;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto bound = static_cast<std::int32_t>(a + 1 - count + i);
      const std::uint64_t word = stream.words(static_cast<std::uint64_t>(a * o_.count + i))[0];
      auto pick = static_cast<std::int32_t>(word * (static_cast<std::uint64_t>(bound) + 1) >> 32);
      if (std::find(chosen.begin(), chosen.end(), pick) != chosen.end()) pick = bound;
      chosen.push_back(pick);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }
  std::size_t row(std::int64_t head, std::int64_t block) const {
    return static_cast<std::size_t>(head % o_.heads * blocks_ + block);
  }
  std::span<const std::int32_t> seen_by(std::int64_t head, std::int64_t block) const {
    if (block >= blocks_) return {};
    return seen_[row(head, block)];
  }

  Mask::RandomBlocks o_;
  std::int64_t blocks_;
  /// Those that each block of each head sees, in rising order: earlier ones were drawn first.
  std::vector<std::vector<std::int32_t>> seen_;
};

}  // namespace

Mask Mask::random_blocks(const RandomBlocks& blocks) {
  if (blocks.keys < 0 || blocks.block < 1 || blocks.count < 0 || blocks.heads < 1) {
    throw_error<UsageError>("[mask] {} random blocks of {} out of {} keys", blocks.count, blocks.block,
                            blocks.keys);
  }
  return Mask(std::make_shared<Random>(blocks));
}

}  // namespace heed
