// Bytes that are no UTF-8: what they seem to be, and what makes text of them.
#pragma once

#include <string_view>

#include "lib/core/message.hpp"

namespace heed {

/// Returns "this is UTF-16, not UTF-8; convert it with …" of bytes that begin as UTF-16 and compressed files
/// do; "" of others.
Message foreign_text(std::string_view bytes);

/// Says what to do about lines that are not UTF-8: "it looks like CP949; convert it with …" where nearly all
/// of them decode as Korean; else "save it as UTF-8".
Message encoding_advice(std::string_view bytes);

}  // namespace heed
