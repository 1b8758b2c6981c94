#include "lib/score/metric.hpp"

#include <string_view>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

void require_utf8(const std::string& text, std::string_view what, std::size_t segment) {
  if (const auto bad = first_invalid_utf8(text))
    throw_error<Error>("{} {} is not valid UTF-8 at byte {}: save the file as UTF-8", what, segment + 1,
                       *bad);
}

}  // namespace

std::vector<double> SegmentStatistics::sums() const {
  std::vector<double> total(columns, 0);
  for (std::size_t i = 0; i < values.size(); ++i) total[i % columns] += values[i];
  return total;
}

SegmentStatistics Metric::statistics(std::span<const std::string> hypotheses,
                                     const References& references) const {
  if (references.empty()) throw_error<Error>("{} needs at least one stream of references", name());
  for (std::size_t r = 0; r < references.size(); ++r) {
    if (references[r].size() != hypotheses.size())
      throw_error<Error>("there are {} hypotheses but {} lines in reference {}: they must match line by line",
                         hypotheses.size(), references[r].size(), r + 1);
  }
  std::vector<std::vector<std::string>> references_of(hypotheses.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i)
    for (const auto& stream : references) references_of[i].push_back(stream[i]);
  return statistics_by_segment(hypotheses, references_of);
}

SegmentStatistics Metric::statistics_by_segment(
    std::span<const std::string> hypotheses, std::span<const std::vector<std::string>> references_of) const {
  if (hypotheses.empty()) throw_error<Error>("{} of nothing: there is no hypothesis to score", name());
  if (references_of.size() != hypotheses.size())
    throw_error<Error>("there are {} hypotheses but references for {} segments: give each its own",
                       hypotheses.size(), references_of.size());
  SegmentStatistics out;
  out.columns = columns();
  out.values.reserve(out.columns * hypotheses.size());
  out.references = static_cast<int>(references_of[0].size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (references_of[i].empty())
      throw_error<Error>("segment {} has no reference: give it one at least", i + 1);
    if (static_cast<int>(references_of[i].size()) != out.references) out.references = -1;
    require_utf8(hypotheses[i], "hypothesis", i);
    for (const std::string& reference : references_of[i])
      require_utf8(reference, "the reference of segment", i);
    count_segment(hypotheses[i], references_of[i], out.values);
  }
  return out;
}

Signature Metric::signature(int references, std::optional<ResampleOptions> drawn) const {
  Signature s;
  s.fields.push_back({"nrefs", "#", references == -1 ? "var" : std::to_string(references)});
  if (drawn) {
    s.fields.push_back({"bs", "bs", std::to_string(drawn->resamples)});
    s.fields.push_back({"seed", "rs", std::to_string(drawn->seed)});
  }
  for (auto& field : settings()) s.fields.push_back(std::move(field));
  s.fields.push_back({"version", "v", std::string(sacrebleu_version)});
  return s;
}

}  // namespace heed
