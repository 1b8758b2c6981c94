// Catch2, version 2 or 3, under one name.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
namespace Catch {  // version 2's names
using Matchers::EndsWith, Matchers::Matches, Matchers::StartsWith, Matchers::VectorContains;
inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }
}  // namespace Catch
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // listeners
#include <catch2/catch.hpp>
#endif
