// Parts of an answer that have one mistake each.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/naming/candidates.hpp"

namespace heed::grading {

/// The only one of these implementations, or the first if all are forms of one mistake.
std::optional<Mistake> only_one(const Entry& entry, const std::vector<std::size_t>& left);

/// Of each part for which one name was found, the implementations that have it.
using CandidatesOf = std::map<std::string, std::vector<std::size_t>>;

std::vector<std::string> without_those_of(const Named& named, std::vector<std::string> parts);

/// Without single mistakes that another part speaks against: one that fails, and that nothing explains.
void erase_contradicted(const Evidence& evidence, const CandidatesOf& candidates_of,
                        const std::vector<std::string>& unexplained, Named& named);

/// Of a part that failed, the implementations that may be behind it.
using Which = std::function<std::vector<std::size_t>(const std::string& part)>;
/// By the numbers of a part (candidates_by_numbers), and then by the other parts.
Which by_numbers(const Evidence& evidence, Further& further, Guards guards = Guards::none);

/// Names those of the parts for which `which` gives one mistake that no other of them speaks against, and
/// adds to `candidates_of`, which has those of all parts that have a name.
Named named_by(const Evidence& evidence, const std::vector<std::string>& parts, const Which& which,
               CandidatesOf& candidates_of);

}  // namespace heed::grading
