// Rows of autograd/ops/reduction.hpp, softmax.hpp and cross_entropy.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

using Reduction3 = std::function<Variable(const Variable&, const std::vector<int>&, KeepDims)>;

void add_reduction(OpTable& t, const std::string& op, const Reduction3& f) {
  const auto row = [&](const std::string& name, const Shape& x, const std::vector<int>& axes, KeepDims keep) {
    t.add(op, name, {x}, [=](const Inputs& in) { return f(in[0], axes, keep); });
  };
  row("scalar", {}, {}, KeepDims::no);
  row("one", {1, 1}, {1}, KeepDims::no);
  row("all", {3, 5}, {}, KeepDims::no);
  row("all_kept", {3, 5}, {}, KeepDims::yes);
  row("rows", {3, 5}, {0}, KeepDims::no);
  row("last_kept", {2, 3, 7}, {-1}, KeepDims::yes);
  row("middle", {2, 3, 7}, {1}, KeepDims::no);
  row("outer_two", {2, 3, 5}, {0, 2}, KeepDims::no);
  row("empty", {0, 3}, {1}, KeepDims::no);
}

void add_softmax(OpTable& t, const std::string& op, Variable (*f)(const Variable&, int)) {
  const auto row = [&](const std::string& name, const Shape& x, int axis) {
    t.add(op, name, {x}, [=](const Inputs& in) { return f(in[0], axis); });
  };
  row("scalar", {}, -1);
  row("one", {1}, 0);
  row("row", {7}, -1);
  row("last", {3, 5}, -1);
  row("first", {3, 5}, 0);
  row("middle", {2, 3, 4}, 1);
  row("long", {2, 37}, -1);
  row("empty", {0, 5}, -1);
}

void add_cross_entropy(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& logits, CrossEntropyOptions options) {
    const Shape targets = logits.head(logits.rank() - 1);
    const int classes = static_cast<int>(logits.dim(-1));
    t.add("cross_entropy", name, {logits}, [=](const Inputs& in) {
      return cross_entropy(in[0], sample_tokens(targets, 5, 2, classes), options);
    });
  };
  row("one_row", {4}, {});
  row("one_class", {3, 1}, {});
  row("rows", {3, 5}, {});
  row("batch", {2, 3, 7}, {});
  row("wide", {2, 37}, {.label_smoothing = 0.1});
  row("smoothing", {3, 5}, {.label_smoothing = 0.25});
  row("ignored", {2, 3, 4}, {.ignore_index = 2});
  row("smoothing_ignored", {2, 3, 4}, {.ignore_index = 2, .label_smoothing = 0.25});
  row("sum", {3, 5}, {.reduction = heed::Reduction::sum});
  row("each", {2, 3, 5}, {.reduction = heed::Reduction::none});
  row("each_smoothing_ignored", {2, 3, 4},
      {.ignore_index = 2, .label_smoothing = 0.25, .reduction = heed::Reduction::none});
  row("empty", {0, 5}, {.reduction = heed::Reduction::sum});
}

}  // namespace

void add_reduction_rows(OpTable& t) {
  using V = const Variable&;
  using Axes = const std::vector<int>&;
  add_reduction(t, "sum", [](V x, Axes axes, KeepDims keep) { return sum(x, axes, keep); });
  t.add("sum", "of_nothing", {{0, 3}}, [](const Inputs& in) { return sum(in[0], {0}); });
  add_reduction(t, "mean", [](V x, Axes axes, KeepDims keep) { return mean(x, axes, keep); });
  add_softmax(t, "softmax", softmax);
  add_softmax(t, "log_softmax", log_softmax);
  add_cross_entropy(t);
}

}  // namespace heed::testing
