// Time, memory and errors of the kinds of attention as tables: C5, and what `heed attention` shows.
#pragma once

#include <vector>

#include "tools/measure/attention_claims.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

/// C5: each statement by itself, then together(): what holds, what does not, and three kinds of which neither
/// can be said: inside the noise, measured once, not measured.
Finding found_of_attention(const std::vector<Statement>& claims);

/// Milliseconds, or the most MiB that arrays held, of each kind by length. With their slopes stands in
/// brackets why something was left out.
enum class Slopes { hidden, shown };
ResultTable costs_by_length(Bilingual title, const std::vector<AttentionMeasurement>& all,
                            const AttentionCase& like, AttentionQuantity quantity, Slopes slopes);

/// From which length on which kind is the fastest, of those that compute the same as dense attention and of
/// all: where two lengths have other winners, their straight lines in logarithms cross in between. A curve
/// stands for each of attention_kinds(), in their order.
ResultTable fastest_by_length(Bilingual title, const std::vector<Curve>& ms);

/// `heed attention`: every case with times, bytes and slopes, where the fastest kinds change, and the
/// documents' claims on the most heads, both ways, all seeing all. Nothing of no measurements.
Finding found_of_attentions(const std::vector<AttentionMeasurement>& all, std::size_t width,
                            Language language);

/// The mean output of the linear form without its normaliser, as it is printed now and then: φ(Q) (φ(K)ᵀ V).
/// All values are 1, so that a mean of values must be 1.
double without_normaliser(std::int64_t tokens);

}  // namespace heed
