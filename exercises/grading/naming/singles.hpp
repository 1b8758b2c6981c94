// Parts of an answer that have one mistake each.
#pragma once

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

/// Without mistakes that another part speaks against: one that fails, and that nothing explains.
void erase_contradicted(const Evidence& evidence, const CandidatesOf& candidates_of, Named& named);

}  // namespace heed::grading
