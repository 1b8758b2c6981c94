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
  if (hypotheses.empty()) throw_error<Error>("{} of nothing: there is no hypothesis to score", name());
  for (std::size_t r = 0; r < references.size(); ++r) {
    if (references[r].size() != hypotheses.size())
      throw_error<Error>("there are {} hypotheses but {} lines in reference {}: they must match line by line",
                         hypotheses.size(), references[r].size(), r + 1);
  }
  SegmentStatistics out{.columns = columns(), .values = {}, .references = references.size()};
  out.values.reserve(out.columns * hypotheses.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    require_utf8(hypotheses[i], "hypothesis", i);
    std::vector<std::string> own;
    for (const auto& stream : references) {
      require_utf8(stream[i], "the reference of segment", i);
      own.push_back(stream[i]);
    }
    count_segment(hypotheses[i], own, out.values);
  }
  return out;
}

Score Metric::score(const SegmentStatistics& statistics) const {
  const std::vector<double> sums = statistics.sums();
  return {.name = name(),
          .score = score_of(sums),
          .verbose = details(sums),
          .signature = signature(statistics.references),
          .confidence = {}};
}

Signature Metric::signature(std::size_t references, std::optional<ResampleOptions> drawn) const {
  Signature s;
  s.fields.push_back({"nrefs", std::to_string(references)});
  if (drawn) {
    s.fields.push_back({"bs", std::to_string(drawn->resamples)});
    s.fields.push_back({"seed", std::to_string(drawn->seed)});
  }
  for (auto& field : settings()) s.fields.push_back(std::move(field));
  s.fields.push_back({"version", std::string(sacrebleu_version)});
  return s;
}

}  // namespace heed
