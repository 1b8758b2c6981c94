#include "lib/files/npy.hpp"
#include "lib/core/error.hpp"

#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
using Catch::Contains;
using Sizes = std::vector<std::int64_t>;

namespace {

// A .npy file of version 1.0 with the header as given, without padding.
std::string npy(std::string_view header, std::string_view data = "") {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size() & 0xff) +
         static_cast<char>(header.size() >> 8) + std::string(header) + std::string(data);
}

Tensor decode(std::string_view file) { return decode_npy(bytes_of(file), "m"); }

std::string format_error(std::string_view header, std::string_view data = "") {
  const std::string file = npy(header, data);
  return error_text<FormatError>([&] { decode(file); });
}

}  // namespace

TEST_CASE("npy: what is written is what NumPy writes") {
  const Scratch scratch;
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const Tensor tensor = make_tensor("", {2, 3}, values);
  write_npy(scratch / "a.npy", tensor);
  const std::string file = slurp(scratch / "a.npy");
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  CHECK(file.substr(0, 128) ==
        std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + std::string(117 - header.size(), ' ') + "\n");
  CHECK(file.size() == 128 + 24);
  CHECK(read_npy(scratch / "a.npy") == tensor);
}

TEST_CASE("npy: there and back") {
  const Scratch scratch;
  const std::vector<double> d = {0.1, -0.0};
  const std::vector<std::int64_t> i = {-5};
  for (const Tensor& tensor : {make_tensor("", {2}, d), make_tensor("", {1, 2, 1}, d), make_tensor("", {}, i),
                               make_tensor("", {0, 3}, std::span(d).first(0)),
                               Tensor{"", DType::BOOL, {3}, std::vector<std::byte>(3)},
                               Tensor{"", DType::F16, {1}, std::vector<std::byte>(2)}}) {
    write_npy(scratch / "a", tensor);
    CHECK(slurp(scratch / "a").size() % 64 == tensor.bytes.size());
    CHECK(read_npy(scratch / "a") == tensor);
  }
}

TEST_CASE("npy: a header of more than 65,535 bytes takes version 2.0") {
  const Scratch scratch;
  const Tensor tensor{"", DType::U8, Sizes(30'000, 1), std::vector<std::byte>(1)};
  write_npy(scratch / "a", tensor);
  CHECK(slurp(scratch / "a").substr(6, 2) == std::string("\2\0", 2));
  CHECK(read_npy(scratch / "a") == tensor);
}

TEST_CASE("npy: versions") {
  const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }\n";
  const auto versioned = [&](char major, char minor) {
    return std::string("\x93NUMPY") + major + minor + static_cast<char>(header.size()) +
           std::string(3, '\0') + header + "x";
  };
  CHECK(decode(versioned(2, 0)).bytes.size() == 1);
  CHECK(decode(versioned(3, 0)).bytes.size() == 1);
  CHECK(error_text<VersionError>([&] { decode(versioned(4, 0)); }) ==
        "m: is of .npy version 4.0; versions 1.0, 2.0 and 3.0 can be read, save it again with np.save");
  CHECK_THROWS_AS(decode(versioned(0, 0)), VersionError);
  CHECK_THROWS_AS(decode(versioned(1, 1)), VersionError);
}

TEST_CASE("npy: other orders of bytes and of elements") {
  CHECK(integer_values(decode(npy(
            "{'descr': '>i8', 'fortran_order': False, 'shape': (2,), }",
            std::string_view("\0\0\0\0\0\0\1\2\xff\xff\xff\xff\xff\xff\xff\xfe", 16)))) == Sizes{258, -2});
  CHECK(float_values<float>(decode(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (), }",
                                       std::string_view("\x3f\x80\0\0", 4)))) == std::vector<float>{1});
  // [[1, 2, 3], [4, 5, 6]] with columns first
  const Tensor matrix =
      decode(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "\1\4\2\5\3\6"));
  CHECK(integer_values(matrix) == Sizes{1, 2, 3, 4, 5, 6});
  // element (i, j, k) holds 12 i + 4 j + k and lies at i + 2 j + 6 k
  std::string cube(24, '\0');
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 4; ++k)
        cube[static_cast<std::size_t>(i + 2 * j + 6 * k)] = static_cast<char>(12 * i + 4 * j + k);
    }
  }
  const Sizes values =
      integer_values(decode(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4), }", cube)));
  for (std::size_t at = 0; at < values.size(); ++at) CHECK(values[at] == static_cast<std::int64_t>(at));
  CHECK(integer_values(decode(npy("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }",
                                  std::string_view("\0\1\0\3\0\2\0\4", 8)))) == Sizes{1, 2, 3, 4});
  CHECK(decode(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (0, 2), }")).bytes.empty());
}

TEST_CASE("npy: headers that others write") {
  const auto shape = [](std::string_view header) { return decode(npy(header, "ab")).shape; };
  CHECK(shape("{'shape': (2,), 'fortran_order': False, 'descr': '|i1'}") == Sizes{2});
  CHECK(shape("  { \"shape\" : ( 2 , 1 , ) ,\"fortran_order\":False,\"descr\":\"<u1\" , }  \n") ==
        Sizes{2, 1});
}

TEST_CASE("npy: every broken rule has its message") {
  CHECK_THAT(format_error(""), Contains("has no '{' where one must be"));
  CHECK_THAT(format_error("{'descr': '<f4', 'fortran_order': False}"),
             Contains("lacks descr, fortran_order or shape"));
  CHECK_THAT(format_error("{'descr': '<f4', 'descr': '<f4'}"), Contains("unknown or there twice"));
  CHECK_THAT(format_error("{'other': 1}"), Contains("unknown or there twice"));
  CHECK_THAT(format_error("{'descr': '<f4"), Contains("without closing quote"));
  CHECK_THAT(format_error("{'descr': <f4"), Contains("no quoted text"));
  CHECK_THAT(format_error("{'fortran_order': 0, "), Contains("neither True nor False"));
  CHECK_THAT(format_error("{'shape': (3)}"), Contains("no tuple"));
  CHECK_THAT(format_error("{'shape': (-3,)}"), Contains("non-negative"));
  CHECK_THAT(format_error("{'shape': (99999999999999999999,)}"), Contains("non-negative"));
  CHECK_THAT(format_error("{'descr': '|O', "), Contains("Python objects"));
  CHECK_THAT(format_error("{'descr': [('a', '<f4')], "), Contains("records"));
  CHECK_THAT(format_error("{'descr': '<U5', "), Contains("elements of type '<U5' cannot be read"));
  CHECK_THAT(format_error("{'descr': '|f4', "), Contains("elements of type '|f4' cannot be read"));
  CHECK_THAT(format_error("{'descr': '\x1b[2J', "), Contains("descr that is no type"));
  const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
  CHECK_THAT(format_error(head + "(2,), } x"), Contains("goes on after its end"));
  CHECK_THAT(format_error(head + "(4611686018427387904, 4), }"), Contains("overflows"));
  CHECK_THAT(format_error(head + "(1,), }", "12345"), Contains("takes 4 bytes, 1 more are there"));
  CHECK(error_text<FormatError>([] { decode("PK\x03\x04"); }) == "m: not a .npy file");
  CHECK(error_text<TruncatedError>([&] { decode(npy(head + "(2,), }", "1234567")); }) ==
        "m: is cut short: (2,) of F32 takes 8 bytes, 7 are there; copy or save it again");
}

TEST_CASE("npy: what cannot be written") {
  const Scratch scratch;
  CHECK_THAT(error_text<UsageError>([&] {
               write_npy(scratch / "a", Tensor{"", DType::BF16, {1}, std::vector<std::byte>(2)});
             }),
             Contains("NumPy has no type BF16"));
  CHECK_THAT(error_text<UsageError>([&] {
               write_npy(scratch / "a", Tensor{"", DType::F32, {1}, std::vector<std::byte>(2)});
             }),
             Contains("2 bytes do not make (1,) of F32"));
  CHECK(scratch.files() == 0);
}
