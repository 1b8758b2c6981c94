// Rows of autograd/ops/rearrange.hpp and lookup.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {

namespace {

void add_moving(OpTable& t) {
  const auto to = [&](const std::string& name, const Shape& from, const Shape& shape) {
    t.add("reshape", name, {from}, [shape](const Inputs& in) { return reshape(in[0], shape); });
  };
  to("scalar", {}, {1, 1});
  to("to_scalar", {1, 1}, {});
  to("one", {1}, {1, 1, 1});
  to("split", {15}, {3, 5});
  to("regroup", {2, 3, 5}, {5, 6});
  to("empty", {0, 3}, {3, 0, 2});
  t.add("reshape", "open", {{2, 3, 5}}, [](const Inputs& in) { return reshape(in[0], {2, -1}); });

  const auto order = [&](const std::string& name, const Shape& from, const std::vector<int>& axes) {
    t.add("permute", name, {from}, [axes](const Inputs& in) { return permute(in[0], axes); });
  };
  order("scalar", {}, {});
  order("one", {1, 1}, {1, 0});
  order("identity", {3, 5}, {0, 1});
  order("three", {2, 3, 5}, {2, 0, 1});
  order("heads", {2, 3, 2, 5}, {0, 2, 1, 3});
  order("negative", {2, 3, 5}, {-1, 0, -2});
  order("empty", {0, 3, 2}, {2, 0, 1});

  const auto swap = [&](const std::string& name, const Shape& from, int a, int b) {
    t.add("transpose", name, {from}, [a, b](const Inputs& in) { return transpose(in[0], a, b); });
  };
  swap("one", {1, 1}, -2, -1);
  swap("matrix", {3, 5}, -2, -1);
  swap("outer", {2, 3, 5}, 0, 2);
  swap("same_axis", {3, 5}, 1, 1);
  swap("vector", {5}, 0, 0);
  swap("empty", {0, 3}, 0, 1);
}

void add_cutting(OpTable& t) {
  const auto cut = [&](const std::string& name, const Shape& from, int axis, int begin, int end) {
    t.add("slice", name, {from}, [=](const Inputs& in) { return slice(in[0], axis, begin, end); });
  };
  cut("one", {1}, 0, 0, 1);
  cut("middle", {7}, 0, 2, 5);
  cut("rows", {5, 3}, 0, 1, 4);
  cut("columns", {3, 7}, -1, 2, 5);
  cut("inner", {2, 5, 3}, 1, 3, 4);
  cut("all", {3, 5}, 1, 0, 5);
  cut("none", {3, 5}, 1, 2, 2);
  cut("empty", {0, 5}, 1, 1, 3);

  const auto join = [&](const std::string& name, const std::vector<Shape>& parts, int axis) {
    t.add("concat", name, parts, [axis](const Inputs& in) { return concat(in, axis); });
  };
  join("single", {{3}}, 0);
  join("ones", {{1}, {1}}, 0);
  join("rows", {{1, 3}, {4, 3}}, 0);
  join("columns", {{3, 1}, {3, 2}, {3, 4}}, -1);
  join("middle", {{2, 1, 3}, {2, 4, 3}}, 1);
  join("with_nothing", {{0, 3}, {2, 3}}, 0);
  t.add("concat", "twice_the_same", {{2, 3}}, [](const Inputs& in) { return concat({in[0], in[0]}, 1); });

  const auto pile = [&](const std::string& name, const std::vector<Shape>& parts, int axis) {
    t.add("stack", name, parts, [axis](const Inputs& in) { return stack(in, axis); });
  };
  pile("scalar", {{}, {}, {}}, 0);
  pile("single", {{3}}, 0);
  pile("front", {{3, 5}, {3, 5}}, 0);
  pile("back", {{3, 5}, {3, 5}}, -1);
  pile("middle", {{3, 5}, {3, 5}, {3, 5}}, 1);
  pile("empty", {{0, 3}, {0, 3}}, 1);
}

void add_picking(OpTable& t) {
  const auto look = [&](const std::string& name, const Shape& weight, const Shape& ids,
                        EmbeddingOptions options) -> OpCase& {
    const int rows = static_cast<int>(weight[0]);
    return t.add("embedding", name, {weight},
                 [=](const Inputs& in) { return embedding(in[0], sample_tokens(ids, 3, 1, rows), options); });
  };
  look("scalar", {4, 3}, {}, {});
  look("one", {1, 1}, {1}, {});
  look("row", {7, 3}, {4}, {});
  look("repeated", {2, 3}, {5}, {});
  look("batch", {5, 3}, {2, 4}, {});
  look("scaled", {5, 3}, {2, 3}, {.scale = Scalar(1.75)});
  look("padding", {4, 3}, {2, 3}, {.padding_idx = 0}).no_gradcheck =
      "the padding row gets no gradient by definition";
  look("empty", {5, 3}, {0}, {});
}

}  // namespace

void add_layout_rows(OpTable& table) {
  add_moving(table);
  add_cutting(table);
  add_picking(table);
}

}  // namespace heed::testing
