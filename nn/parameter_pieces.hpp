// The numbers of all parameters as one parallel loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/parallel.hpp"

namespace heed::inline HEED_PRECISION {

/// body(parameter index, begin, end) over pieces of all parameters that have a gradient.
template <typename Body>
void for_each_piece(const std::vector<Variable>& parameters, Body body) {
  struct Piece {
    std::size_t parameter;
    std::int64_t begin, end;
  };
  constexpr std::int64_t length = 1 << 15;
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].grad().defined()) continue;
    for (std::int64_t at = 0; at < parameters[i].size(); at += length) {
      pieces.push_back({i, at, std::min(parameters[i].size(), at + length)});
    }
  }
  parallel_chunks(static_cast<std::int64_t>(pieces.size()), [&](std::int64_t i) {
    const Piece& piece = pieces[static_cast<std::size_t>(i)];
    body(piece.parameter, piece.begin, piece.end);
  });
}

}  // namespace heed
