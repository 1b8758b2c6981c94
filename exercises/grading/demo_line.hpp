// A line that is shown after a pass, in both languages.
#pragma once

#include <string>

namespace heed {

struct DemoLine {
  std::string en = "", ko = "";
};

}  // namespace heed
