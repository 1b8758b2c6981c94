// Every differentiable op. To add one: write it and its gradient in one file of autograd/ops/, name it here,
// and give it a row in tests/autograd/op_table.
#pragma once

#include "autograd/ops/attention.hpp"
#include "autograd/ops/convolution.hpp"
#include "autograd/ops/dropout.hpp"
#include "autograd/ops/feed_forward.hpp"
#include "autograd/ops/linear.hpp"
#include "autograd/ops/lookup.hpp"
#include "autograd/ops/normalization.hpp"
#include "autograd/ops/pointwise.hpp"
#include "autograd/ops/rearrange.hpp"
#include "autograd/ops/recurrent.hpp"
#include "autograd/ops/reduction.hpp"
#include "autograd/ops/rotary.hpp"
#include "autograd/ops/silu.hpp"
#include "autograd/ops/softmax.hpp"
