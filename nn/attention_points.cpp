#include "nn/attention_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "autograd/ops/attention_call.hpp"
#include "lib/array/attention_rule.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Wanted = Module::Wanted;

/// (B, T, …) -> (B, H, T, D).
Variable split(const Heads& from, std::int64_t heads, std::int64_t dim) {
  Variable x = from.x;
  if (from.rows >= 0) x = slice(x, 1, 0, from.rows);
  x = slice(x, 2, from.offset, from.offset + heads * dim);
  return transpose(reshape(x, {x.dim(0), x.dim(1), heads, dim}), 1, 2);
}

/// Attention as elementary ops, from the formulas in autograd/ops/attention.hpp.
class Steps {
 public:
  /// They are (B, H, T, D) each, and must outlive it.
  Steps(const Variable& query, const Variable& key, const Variable& value, const AttentionOptions& options)
      : q_(query), k_(key), v_(value), o_(options) {}

  Variable scores() const {
    if (linear()) return matmul(phi(q_), transpose(phi(k_)));
    Variable scores = matmul(q_, transpose(k_));
    if (o_.relative_key.defined()) {  // Tq products of (B H, Dk) and (Dk, Tk)
      const Variable by_query = reshape(permute(q_, {2, 0, 1, 3}), {queries_, batch_ * heads_, q_.dim(3)});
      const Variable products = matmul(by_query, transpose(rows_of(o_.relative_key)));
      scores = scores + permute(reshape(products, {queries_, batch_, heads_, keys_}), {1, 2, 0, 3});
    }
    const double dim = static_cast<double>(q_.dim(3));
    scores = scores * static_cast<Scalar>(o_.scale != 0 ? o_.scale : 1 / std::sqrt(dim));
    if (o_.distance_bias.defined()) scores = scores + by_distance();
    return o_.bias.defined() ? scores + Variable(o_.bias) : scores;
  }

  Variable pattern(const Variable& scores) const {
    const Array allowed = pairs();
    if (!linear())
      return softmax(masked_fill(scores, Scalar{1} - allowed, -std::numeric_limits<Scalar>::infinity()));
    const Variable seen = scores * Variable(allowed), all = sum(seen, {-1}, KeepDims::yes);
    const Variable one(Array::ones({1}));
    return seen / where(all.value(), all, one);  // who sees nothing: 0 / 1
  }

  Variable result(const Variable& pattern) const {
    const Variable weights = o_.dropout > 0 ? pattern * Variable(dropout_factors()) : pattern;
    const Variable z = matmul(weights, v_);
    if (!o_.relative_value.defined()) return z;
    const Variable by_query = reshape(permute(weights, {2, 0, 1, 3}), {queries_, batch_ * heads_, keys_});
    const Variable rows = matmul(by_query, rows_of(o_.relative_value));
    return z + permute(reshape(rows, {queries_, batch_, heads_, v_.dim(3)}), {1, 2, 0, 3});
  }

 private:
  bool linear() const { return o_.kernel == AttentionKernel::linear; }
  /// elu(x) + 1.
  static Variable phi(const Variable& x) { return relu(x) + exp(-relu(-x)); }

  /// row(i, j) for each query and key: (Tq, Tk).
  template <typename Row>
  Tokens each_pair(Row row) const {
    std::vector<std::int32_t> ids;
    for (std::int64_t i = 0; i < queries_; ++i) {
      for (std::int64_t j = 0; j < keys_; ++j) ids.push_back(static_cast<std::int32_t>(row(i, j)));
    }
    return {{queries_, keys_}, std::move(ids)};
  }
  /// The table's row for each pair's distance: (Tq, Tk, D).
  Variable rows_of(const Variable& table) const {
    const std::int64_t k = table.dim(0) / 2;
    return embedding(table, each_pair([&](std::int64_t i, std::int64_t j) {
                       return std::clamp(j - i - o_.first_query, -k, k) + k;
                     }));
  }
  Variable by_distance() const {  // (H, Tq + Tk - 1) -> (H, Tq, Tk)
    const Tokens places = each_pair([&](std::int64_t i, std::int64_t j) { return j - i + queries_ - 1; });
    return permute(embedding(transpose(o_.distance_bias), places), {2, 0, 1});
  }
  /// 1 where query and key may meet, else 0: (B, H, Tq, Tk).
  Array pairs() const {
    o_.mask.check("attention", batch_, heads_, queries_, keys_);
    Array allowed({batch_, heads_, queries_, keys_});
    Scalar* to = allowed.mutable_data();
    std::vector<std::uint8_t> row(static_cast<std::size_t>(keys_));
    for (std::int64_t i = 0; i < batch_ * heads_ * queries_; ++i, to += keys_) {
      o_.mask.row(i / queries_ / heads_, i / queries_ % heads_, i % queries_, 0, keys_, row.data());
      std::copy(row.begin(), row.end(), to);
    }
    return allowed;
  }
  /// Those that the kernels would take.
  Array dropout_factors() const {
    const RandomStream stream = o_.rng->next();
    const AttentionShape shape{batch_, heads_, queries_, keys_, q_.dim(3), v_.dim(3)};
    Array factors = Array::ones({batch_, heads_, queries_, keys_});
    Scalar* row = factors.mutable_data();
    for (std::int64_t i = 0; i < batch_ * heads_ * queries_; ++i, row += keys_)
      multiply_by_dropout(stream, o_.dropout, dropout_place(shape, i / queries_, i % queries_), keys_, row,
                          row);
    return factors;
  }

  const Variable &q_, &k_, &v_;
  const AttentionOptions& o_;
  std::int64_t batch_ = q_.dim(0), heads_ = q_.dim(1), queries_ = q_.dim(2), keys_ = k_.dim(2);
};

/// Scores and pattern beside the kernel: values alone.
void look_at_weights(const Module& module, const Steps& steps) {
  const NoGrad no_grad;
  const Variable scores = module.point("scores", steps.scores());
  if (module.wanted("pattern") != Wanted::no) module.point("pattern", steps.pattern(scores));
}

}  // namespace

Variable traced_attention(const Module& module, const Heads& query, const Heads& key, const Heads& value,
                          std::int64_t heads, std::int64_t head_dim, const AttentionOptions& options) {
  const auto run = [&](const AttentionOptions& how) {
    return multi_head_attention(query, key, value, heads, head_dim, how);
  };
  const auto kernel = [&] { return run(options); };
  if (detail::newest_trace == nullptr) return kernel();
  const auto most = [&](std::initializer_list<const char*> names) {
    Wanted wanted = Wanted::no;
    for (const char* name : names) wanted = std::max(wanted, module.wanted(name));
    return wanted;
  };
  const Wanted inputs = most({"query", "key", "value"}), weights = most({"scores", "pattern"});
  if (std::max({inputs, weights, module.wanted("z")}) == Wanted::no) return kernel();
  const bool sums = options.linear_state != nullptr;  // of keys that are gone: no pairs to look at
  if (sums && weights == Wanted::place)
    throw_error<UsageError>("[trace] decoding by the sums of linear attention has no scores or pattern");

  if (std::max({inputs, module.wanted("scores"), module.wanted("z")}) == Wanted::no &&
      weights == Wanted::value &&
      AttentionCall(query, key, value, heads, head_dim).kernel(options) == AttentionKernel::dense) {
    Array pattern;  // the kernel that computes it anyway
    AttentionOptions how = options;
    how.weights = &pattern;
    Variable all = run(how);
    module.point("pattern", Variable(pattern));
    if (options.weights != nullptr) *options.weights = pattern;
    return all;
  }
  Variable q = split(query, heads, head_dim), k = split(key, heads, head_dim),
           v = split(value, heads, head_dim), z;
  const Steps steps(q, k, v, options);
  const bool look = weights == Wanted::value && !sums;
  if (std::max(inputs, weights) == Wanted::place) {
    q = module.point("query", q), k = module.point("key", k), v = module.point("value", v);
    if (weights == Wanted::place) {
      const Variable pattern = module.point("pattern", steps.pattern(module.point("scores", steps.scores())));
      if (options.weights != nullptr) *options.weights = pattern.value();
      z = steps.result(pattern);
    } else {
      z = scaled_dot_product_attention(q, k, v, options);
      if (look) look_at_weights(module, steps);
    }
  } else {
    module.point("query", q), module.point("key", k), module.point("value", v);
    if (look) look_at_weights(module, steps);
    const Variable all = kernel();
    if (module.wanted("z") == Wanted::no) return all;
    z = split({all}, heads, head_dim);
  }
  z = module.point("z", z);
  return reshape(transpose(z, 1, 2), {q.dim(0), z.dim(2), heads * head_dim});
}

StateDict whole_patterns(const StateDict& values) {
  StateDict all;
  for (const auto& [name, value] : values) {
    const std::string point = name.substr(0, name.find('#'));
    const bool pattern = point.ends_with("pattern");
    const auto before = std::find_if(all.begin(), all.end(), [&](const auto& v) { return v.first == point; });
    if (!pattern || before == all.end())
      all.emplace_back(pattern ? point : name, value);
    else  // the next query
      before->second = concat({before->second, value}, 2);
  }
  return all;
}

}  // namespace heed
