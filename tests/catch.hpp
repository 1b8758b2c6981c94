// Catch2, version 2 or 3, under one name.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // listeners
#include <catch2/catch.hpp>
#endif
