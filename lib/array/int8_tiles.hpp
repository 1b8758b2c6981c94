// The loops that all kernels of 8-bit products have in common, around the instructions of one processor. A
// macro, as a template could not be compiled for the processor of its argument. Private to the kernels.
#pragma once

#include "lib/array/int8_kernels.hpp"

/// NAME_product(), compiled for TARGET, by the functions of the struct NAME: Vector, of `lanes` sums; load,
/// start (of a sum), splat (four numbers of x, in all lanes), add (four products for each lane), store. A
/// tile of four rows of x has the sums of `panels_of_four` panels in registers, one of a single row those of
/// four.
#define HEED_INT8_PRODUCT(NAME, TARGET)                                                                   \
  template <int Rows, int Panels>                                                                         \
  TARGET void NAME##_tile(const Int8Product& p, std::int64_t row, std::int64_t panel) {                   \
    constexpr int parts = int8_panel / NAME::lanes;                                                       \
    const std::int64_t stride = p.groups * int8_group, panel_bytes = stride * int8_panel;                 \
    NAME::Vector sum[Rows][Panels * parts];                                                               \
    _Pragma("GCC unroll 16") for (int r = 0; r < Rows; ++r) {                                             \
      _Pragma("GCC unroll 16") for (int v = 0; v < Panels * parts; ++v) sum[r][v] =                       \
          NAME::start(p.start + panel * int8_panel + v * NAME::lanes);                                    \
    }                                                                                                     \
    const std::int8_t *x = p.x + row * stride, *w = p.weight + panel * panel_bytes;                       \
    for (std::int64_t g = 0; g < p.groups; ++g, x += int8_group, w += int8_panel * int8_group) {          \
      NAME::Vector four[Rows];                                                                            \
      _Pragma("GCC unroll 16") for (int r = 0; r < Rows; ++r) four[r] = NAME::splat(x + r * stride);      \
      _Pragma("GCC unroll 16") for (int v = 0; v < Panels * parts; ++v) {                                 \
        const NAME::Vector weight =                                                                       \
            NAME::load(w + v / parts * panel_bytes + v % parts * NAME::lanes * int8_group);               \
        _Pragma("GCC unroll 16") for (int r = 0; r < Rows; ++r) sum[r][v] =                               \
            NAME::add(sum[r][v], four[r], weight);                                                        \
      }                                                                                                   \
    }                                                                                                     \
    _Pragma("GCC unroll 16") for (int r = 0; r < Rows; ++r) {                                             \
      _Pragma("GCC unroll 16") for (int v = 0; v < Panels * parts; ++v)                                   \
          NAME::store(p.sums + ((row + r) * p.panels + panel) * int8_panel + v * NAME::lanes, sum[r][v]); \
    }                                                                                                     \
  }                                                                                                       \
  template <int Rows, int Panels>                                                                         \
  TARGET void NAME##_rows(const Int8Product& p, std::int64_t row) {                                       \
    std::int64_t panel = 0;                                                                               \
    for (; panel + Panels <= p.panels; panel += Panels) NAME##_tile<Rows, Panels>(p, row, panel);         \
    for (; panel < p.panels; ++panel) NAME##_tile<Rows, 1>(p, row, panel);                                \
  }                                                                                                       \
  TARGET void NAME##_product(const Int8Product& p) {                                                      \
    std::int64_t row = 0;                                                                                 \
    for (; row + 4 <= p.rows; row += 4) NAME##_rows<4, NAME::panels_of_four>(p, row);                     \
    for (; row < p.rows; ++row) NAME##_rows<1, 4>(p, row);                                                \
  }
