#include "tools/learn/translator.hpp"

namespace heed {

Culprits find_guilty(const std::vector<std::string>& names, const Passes& passes) {
  const auto from = [&](std::size_t i) { return names.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::optional<bool> with_all = passes({names.begin(), names.end()});
  if (!with_all) return {names, false};
  if (!*with_all) return {};
  std::set<std::string> base;
  for (std::optional<bool> enough = false; !*enough;) {
    std::size_t fails = 0,
                works = names.size();  // with the references of so many from the front
    while (works - fails > 1) {
      const std::size_t middle = (fails + works) / 2;
      std::set<std::string> references = base;
      references.insert(from(0), from(middle));
      const std::optional<bool> passed = passes(references);
      if (!passed) {
        base.insert(from(fails), from(works));
        return {{base.begin(), base.end()}, false};
      }
      (*passed ? works : fails) = middle;
    }
    if (!base.insert(names[works - 1]).second) break;  // chance plays a part: no other can be found
    enough = passes(base);
    if (!enough) return {{base.begin(), base.end()}, false};
  }
  return {{base.begin(), base.end()}};
}

}  // namespace heed
