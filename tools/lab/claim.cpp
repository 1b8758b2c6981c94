#include "tools/lab/claim.hpp"

#include <fmt/ranges.h>

#include <cctype>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

const Claim& lab_claim(std::string_view id) {
  std::string wanted(id);
  for (char& c : wanted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> known;
  for (const Claim& claim : lab_claims()) {
    if (claim.id == wanted) return claim;
    known.push_back(claim.id);
  }
  const std::vector<std::string> near = near_words(wanted, known);
  throw_error<UsageError>("{}{}",
                          spoken("the lab has no claim '{}', but {}", "실험실에 없는 주장 '{}'; 있는 것: {}",
                                 printable(id), fmt::format("{}", fmt::join(known, ", "))),
                          near.empty() ? ""
                                       : spoken("; is it {}?", "; 혹시 {}?",
                                                fmt::format("{}", fmt::join(near, spoken(" or ", ", ")))));
}

}  // namespace heed
