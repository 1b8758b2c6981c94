// A Vision Transformer that is quick to make and to run: it reads drawn digits as four patches.
#pragma once

#include "models/vit.hpp"

inline constexpr heed::VitOptions small_vit{.height = 28,
                                            .width = 28,
                                            .channels = 1,
                                            .patch = 14,
                                            .classes = 10,
                                            .d_model = 8,
                                            .heads = 2,
                                            .layers = 1,
                                            .dim_feedforward = 8};
