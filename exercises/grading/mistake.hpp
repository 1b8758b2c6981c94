// A known mistake.
#pragma once

#include <string>

namespace heed {

/// The id of its implementation, and its code in the catalogue ("M05") if it has one.
struct Mistake {
  std::string id = "", code = "";
};

}  // namespace heed
