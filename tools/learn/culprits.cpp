#include "tools/learn/translator.hpp"

namespace heed {

std::set<std::string> find_guilty(const std::vector<std::string>& names, const Passes& passes) {
  const auto from = [&](std::size_t i) { return names.begin() + static_cast<std::ptrdiff_t>(i); };
  std::set<std::string> guilty;
  do {
    std::size_t fails = 0, works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      std::set<std::string> references = guilty;
      references.insert(from(0), from(middle));
      (passes(references) ? works : fails) = middle;
    }
    if (!guilty.insert(names[works - 1]).second) break;       // chance plays a part: no other can be found
  } while (guilty.size() < names.size() && !passes(guilty));  // with references for all it passes
  return guilty;
}

}  // namespace heed
