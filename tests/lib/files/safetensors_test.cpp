#include "lib/files/safetensors.hpp"
#include "lib/core/error.hpp"

#include <algorithm>

#include "lib/files/byte_order.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"

using namespace heed;
using Catch::Contains;

namespace {

Safetensors decode_file(std::string_view file) { return decode_safetensors(bytes_of(file), "m"); }

struct Damage {
  std::string header;
  std::size_t data_bytes;
  std::string message;
};

const std::string zeros(64, '\0');

}  // namespace

TEST_CASE("safetensors: what is written is laid out as the format says") {
  const Scratch scratch;
  const std::vector<float> values = {0, 1, 2, 3, 4, 5};
  const std::string_view data("\0\0\0\0\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xa0\x40", 24);
  write_safetensors(scratch / "a", std::vector{make_tensor("attn0", {1, 1, 2, 3}, values)});
  // The hashes are those of xxh128sum: of the data; of the length and the header with 32 zeros in its own
  // place.
  const std::string header = R"({"__metadata__":{"heed.hash.header":"f877fb550484bae21674ba206c45511b",)"
                             R"("heed.hash.tensors":"2d0408b485dd77b108c27fcd95d1fea5"},)"
                             R"("attn0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}} )";
  CHECK(slurp(scratch / "a") == file_of(header, data));

  write_safetensors(scratch / "empty", {}, {{"framework", "pt"}});
  CHECK(
      slurp(scratch / "empty") ==
      file_of(
          R"({"__metadata__":{"framework":"pt","heed.hash.header":"7af28c9a98c6992d2336d18090f23c16","heed.hash.tensors":""}})"));
  CHECK(read_safetensors(scratch / "empty").metadata ==
        std::map<std::string, std::string>{{"framework", "pt"}});
}

TEST_CASE("safetensors: there and back, in one order whatever the order given") {
  const Scratch scratch;
  const std::vector<float> f = {1, 2, 3};
  const std::vector<double> d = {0.1};
  const std::vector<std::int64_t> i = {-7, 8};
  std::vector<Tensor> tensors = {make_tensor("z", {3}, f),
                                 make_tensor("단어", {1, 3, 1}, f),
                                 make_tensor("d", {}, d),
                                 make_tensor("i", {2}, i),
                                 make_tensor("none", {0, 4}, std::span(f).first(0)),
                                 Tensor{"half", DType::F16, {1}, std::vector<std::byte>(2)}};
  const std::map<std::string, std::string> metadata = {{"format", "pt"},
                                                       {"vocabulary", "나\n는 \"quoted\" \\"}};
  write_safetensors(scratch / "a", tensors, metadata);
  const Safetensors back = read_safetensors(scratch / "a");
  CHECK(back.metadata == metadata);
  std::vector<std::string> names;
  for (const Tensor& tensor : back.tensors) names.push_back(tensor.name);
  CHECK(names == std::vector<std::string>{"i", "d", "none", "z", "단어", "half"});
  for (const Tensor& tensor : tensors) {
    REQUIRE(back.find(tensor.name) != nullptr);
    CHECK(*back.find(tensor.name) == tensor);
  }
  CHECK(back.find("nobody") == nullptr);

  std::reverse(tensors.begin(), tensors.end());
  write_safetensors(scratch / "b", tensors, metadata);
  CHECK(slurp(scratch / "a") == slurp(scratch / "b"));

  const SafetensorsHeader header = read_safetensors_header(scratch / "a");
  CHECK(header.metadata == metadata);
  CHECK(header.tensors.at(0).name == "i");
  CHECK(header.tensors.at(0).hash.size() == 32);
  CHECK(header.tensors.at(5).begin == 48);
  CHECK(header.tensors.at(5).end == 50);
}

TEST_CASE("safetensors: legal files that others write") {
  const Safetensors any_order = decode_file(file_of(
      R"({ "a" : {"shape":[2], "data_offsets":[4,6], "dtype":"U8"}, "b":{"dtype":"F32","shape":[],"data_offsets":[0,4]} })",
      "\x01\x02\x03\x04\x05\x06"));
  CHECK(any_order.tensors.at(0).name == "b");
  CHECK(any_order.tensors.at(1).bytes == std::vector<std::byte>{std::byte{5}, std::byte{6}});
  CHECK(decode_file(file_of("{}")).tensors.empty());
  CHECK(decode_file(file_of(R"({"e":{"dtype":"F32","shape":[0],"data_offsets":[4,4]},
      "s":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
                            zeros.substr(0, 4)))
            .tensors.size() == 2);
  for (const char* name : {"BOOL", "U8", "I8", "I16", "BF16", "U32", "F64", "U64"}) {
    const DType dtype = dtype_from_name(name).value();
    const auto size = static_cast<std::size_t>(dtype_bytes(dtype)) * 3;
    const Safetensors file = decode_file(
        file_of(fmt::format(R"({{"t":{{"dtype":"{}","shape":[3],"data_offsets":[0,{}]}}}})", name, size),
                zeros.substr(0, size)));
    CHECK(file.tensors.at(0).dtype == dtype);
    CHECK(file.tensors.at(0).bytes.size() == size);
  }
}

TEST_CASE("safetensors: every broken rule has its message") {
  const std::string ok = R"("dtype":"F32","shape":[2],"data_offsets":[0,8])";
  std::string ones = "1";
  for (int i = 0; i < 32; ++i) ones += ",1";
  const auto shaped = [](const std::string& shape) {
    return R"({"a":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":[0,8]}})";
  };
  const auto placed = [](const std::string& offsets) {
    return R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)" + offsets + "}}";
  };
  const std::vector<Damage> damages = {
      {"", 0, "not a safetensors file: the header does not begin with '{'"},
      {"[]", 0, "does not begin with '{'"},
      {"\xef\xbb\xbf{}", 0, "does not begin with '{'"},
      {"{", 0, "the header is not JSON in UTF-8, near its byte 2"},
      {"{}x", 0, "not JSON in UTF-8, near its byte 3"},
      {std::string("{}\0{", 4), 0, "it holds a zero byte"},
      {"{\"\xff\":1}", 0, "not JSON in UTF-8, near its byte 3"},
      {"{\"\xed\xa0\x80\":1}", 0, "not JSON in UTF-8"},
      {R"({"a":1e999})", 0, "a number that is too large"},
      {R"({"a":{"shape":[[[1]]]}})", 0, R"(tensor "a": "shape": the format has no "[" here)"},
      {"{\"a\":{" + ok + "},\"a\":{" + ok + "}}", 8, "the header has the key \"a\" twice"},
      {"{\"a\":{" + ok + "},\"\\u0061\":{" + ok + "}}", 8, "the header has the key \"a\" twice"},
      {R"({"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8,
       "the key \"dtype\" twice"},
      {R"({"__metadata__":{"k":"1","k":"2"}})", 0, "the key \"k\" twice"},
      {R"({"__metadata__":{},"__metadata__":{}})", 0, "the key \"__metadata__\" twice"},
      {R"({"__metadata__":[]})", 0, R"("__metadata__": the format has no "[" here)"},
      {R"({"__metadata__":null})", 0, R"("__metadata__": the format has no "null" here)"},
      {R"({"__metadata__":{"k":1}})", 0, R"("__metadata__": "k": the format has no "1" here)"},
      {R"({"a":[]})", 0, R"(tensor "a": the format has no "[" here)"},
      {R"({"a":{"shape":[2],"data_offsets":[0,8]}})", 8, "tensor \"a\": has not all of \"dtype\""},
      {R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", 8, "has not all of"},
      {R"({"a":{"dtype":"F32","shape":[2]}})", 8, "has not all of"},
      {R"({"a":{"dtype":32,"shape":[2],"data_offsets":[0,8]}})", 8,
       R"(tensor "a": "dtype": the format has no "32" here)"},
      {R"({"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}})", 8, "tensor \"a\": unknown dtype \"F31\""},
      {shaped("2"), 8, R"(tensor "a": "shape": the format has no "2" here)"},
      {shaped("[-2]"), 8, R"("shape": the format has no "-2" here)"},
      {shaped("[2.0]"), 8, R"("shape": the format has no "2.0" here)"},
      {shaped("[\"2\"]"), 8, R"("shape": the format has no "2" here)"},
      {shaped("[[2]]"), 8, R"("shape": the format has no "[" here)"},
      {shaped("[99999999999999999999]"), 8, R"("shape": the format has no "1e+20" here)"},
      {shaped("[18446744073709551615]"), 8, "the shape (18446744073709551615) of F32 overflows"},
      {R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", 0, "overflows"},
      {shaped("[4611686018427387906]"), 8, "overflows"},
      {R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", 1, "unknown dtype \"F4\""},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"scale":1}})", 8,
       "tensor \"a\": has the unknown field \"scale\""},
      {shaped("[" + ones + "]"), 8, "\"shape\" holds more than 32 numbers"},
      {placed("[0]"), 8, "but its offsets are (0)"},
      {placed("[0,8,8]"), 8, "but its offsets are (0, 8, 8)"},
      {placed("[-1,7]"), 8, R"("data_offsets": the format has no "-1" here)"},
      {placed("[8,0]"), 8, "takes 8 bytes, but its offsets are (8, 0)"},
      {shaped("[3]"), 8, "tensor \"a\": (3,) of F32 takes 12 bytes, but its offsets are (0, 8)"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})",
       12, "tensor \"b\": its bytes begin at 8, and those before it end at 4"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8,
       "tensor \"a\": its bytes begin at 4, and those before it end at 0"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
       12, "tensor \"b\": its bytes begin at 4, and those before it end at 8"},
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
       8, "tensor \"b\": its bytes begin at 0"},
      {"{\"a\":{" + ok + "}}", 9, "1 bytes after the last tensor belong to none"},
      {"{}", 5, "5 bytes after the last tensor belong to none"},
  };
  for (const Damage& damage : damages) {
    const std::string file = file_of(damage.header, zeros.substr(0, damage.data_bytes));
    INFO(damage.header);
    const std::string text = error_text<FormatError>([&] { decode_file(file); });
    CHECK_THAT(text, Catch::StartsWith("m: "));
    CHECK_THAT(text, Contains(damage.message));
  }
}

TEST_CASE("safetensors: names in messages cannot disturb a terminal") {
  const std::string text =
      error_text<FormatError>([] { decode_file(file_of("{\"\\u001b[2J\xc2\x9b\":1}")); });
  CHECK(text == "m: tensor \"\\u001b[2J\\u009b\": the format has no \"1\" here");
}

TEST_CASE("safetensors: damage is found and named") {
  const Scratch scratch;
  const std::vector<float> f = {1, 2}, g = {3};
  write_safetensors(scratch / "a", std::vector{make_tensor("w", {2}, f), make_tensor("u", {1}, g)},
                    {{"words", "[\"a\",\"b\"]"}});
  const std::string good = slurp(scratch / "a");
  const auto text = [&](std::size_t at) {
    std::string file = good;
    file[at] ^= 1;
    return error_text<DamagedError>([&] { decode_file(file); });
  };
  CHECK(text(good.size() - 1) ==
        "m: tensor \"w\" is damaged: its bytes are not those that were written; take another copy");
  CHECK_THAT(text(good.size() - 9), Contains("tensor \"u\" is damaged"));
  CHECK_THAT(text(good.find("words")), Contains("m: is damaged: its header (names, shapes, metadata)"));
  CHECK_THAT(text(good.find("\"u\"") + 1), Contains("m: is damaged: its header"));
  // Without one of the two hashes, without both.
  const std::string header =
      R"({"__metadata__":{METADATA},"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})";
  const auto with = [&](const std::string& metadata) {
    return file_of(std::string(header).replace(header.find("METADATA"), 8, metadata));
  };
  CHECK_NOTHROW(decode_file(with("")));
  CHECK_THAT(error_text<FormatError>([&] { decode_file(with("\"heed.hash.header\":\"\"")); }),
             Contains("heed.hash.header without heed.hash.tensors"));
  CHECK_THAT(error_text<FormatError>([&] { decode_file(with("\"heed.hash.tensors\":\"\"")); }),
             Contains("heed.hash.tensors without heed.hash.header"));
  CHECK_FALSE(error_text<DamagedError>([&] {
                decode_file(with("\"heed.hash.header\":\"\",\"heed.hash.tensors\":\"\""));
              }).empty());
}

TEST_CASE("safetensors: cut short") {
  const std::string good =
      file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", zeros.substr(0, 8));
  for (std::size_t length = 0; length < good.size(); ++length) {
    CHECK_FALSE(error_text<TruncatedError>([&] { decode_file(good.substr(0, length)); }).empty());
  }
  CHECK_NOTHROW(decode_file(good));
  const auto text = [&](std::size_t length) {
    return error_text<TruncatedError>([&] { decode_file(good.substr(0, length)); });
  };
  CHECK(text(3) == "m: has 3 bytes, too few for a safetensors file; copy or save it again");
  CHECK(text(20) == "m: is cut short: its header should have 54 bytes, 12 are there; copy or save it again");
  CHECK(text(good.size() - 1) ==
        "m: is cut short: the tensors take 8 bytes, 7 are there; copy or save it again");
}

TEST_CASE("safetensors: a header longer than allowed, and other formats by mistake") {
  std::string file = file_of("{}");
  store_little_endian(std::uint64_t{100'000'001}, reinterpret_cast<std::byte*>(file.data()));
  CHECK(error_text<FormatError>([&] { decode_file(file); }) ==
        "m: not a safetensors file: its header would have 100000001 bytes, at most 100000000 are allowed");
  store_little_endian(std::uint64_t{100'000'000}, reinterpret_cast<std::byte*>(file.data()));
  CHECK_THROWS_AS(decode_file(file), TruncatedError);
  CHECK(error_text<FormatError>([] { decode_file("PK\x03\x04 and so on"); }) ==
        "m: heed reads safetensors, not files of torch.save: convert it in Python by "
        "save_file(torch.load(\"m\", weights_only=True), \"model.safetensors\") of "
        "tools/python/heed_weights.py");
  CHECK_THAT(error_text<FormatError>([] { decode_file("version https://git-lfs.github.com/spec/v1"); }),
             Contains("git lfs pull"));
}

TEST_CASE("safetensors: files that cannot be read") {
  const Scratch scratch;
  const auto text = [&](const std::filesystem::path& path) {
    return error_text<Error>([&] { read_safetensors(path); });
  };
  CHECK(text("/no/such") == "/no/such: cannot read: No such file or directory; check the path");
  CHECK(text(scratch.folder()) == scratch.folder().string() + ": is a folder; give the path of a file");
  CHECK(text("/dev/zero") == "/dev/zero: is not a regular file; give the path of a file");
  spill(scratch / "empty", "");
  CHECK_THAT(text(scratch / "empty"), Contains("empty: has 0 bytes"));
}

TEST_CASE("safetensors: a file of torch.save is known by its name, unless it is none") {
  const Scratch scratch;
  for (const char* name : {"weights.pt", "weights.pth", "weights.bin"}) {
    spill(scratch / name, "");
    for (const bool whole : {true, false}) {
      const auto read = [&] {
        whole ? (void)read_safetensors(scratch / name) : (void)read_safetensors_header(scratch / name);
      };
      CHECK_THAT(error_text<FormatError>(read),
                 Contains(std::string(name) + ": heed reads safetensors, not files of torch.save"));
    }
    write_safetensors(scratch / name, {});
    CHECK(read_safetensors(scratch / name).tensors.empty());
  }
  const auto missing = [&] { read_safetensors(scratch / "model.safetensors"); };
  CHECK_THAT(error_text<Error>(missing), Contains("model.safetensors: cannot read"));
  spill(scratch / "pytorch_model.bin", "");
  CHECK_THAT(error_text<FormatError>(missing), Contains("pytorch_model.bin: heed reads safetensors"));
  spill(scratch / "model.safetensors.index.json", "{}");
  CHECK_THAT(error_text<FormatError>(missing),
             Contains("model.safetensors.index.json: the weights are in several"));
}

TEST_CASE("safetensors: what could not be read again is not written") {
  const Scratch scratch;
  const std::vector<float> one = {1};
  const auto text = [&](const std::vector<Tensor>& tensors,
                        const std::map<std::string, std::string>& metadata = {}) {
    return error_text<Error>([&] { write_safetensors(scratch / "a", tensors, metadata); });
  };
  CHECK_THAT(text({make_tensor("w", {1}, one), make_tensor("w", {1}, one)}), Contains("the key \"w\" twice"));
  CHECK_THAT(text({make_tensor("__metadata__", {1}, one)}), Contains("\"__metadata__\" twice"));
  CHECK_THAT(text({make_tensor("\xff", {1}, one)}), Contains("not UTF-8"));
  CHECK_THAT(text({}, {{"k", "\xff"}}), Contains("not UTF-8"));
  CHECK_THAT(text({Tensor{"w", DType::F32, {2}, std::vector<std::byte>(4)}}),
             Contains("(2,) of F32 takes 8 bytes, but its offsets are (0, 4)"));
  CHECK_THAT(text(std::vector<Tensor>(max_tensors + 1, Tensor{"", DType::U8, {0}, {}})),
             Contains("more than 100000 tensors"));
  Tensor deep{"deep", DType::U8, std::vector<std::int64_t>(33, 1), std::vector<std::byte>(1)};
  CHECK_THAT(text({deep}), Contains("\"shape\" holds more than 32 numbers"));
  CHECK(scratch.files() == 0);
  deep.shape.pop_back();
  write_safetensors(scratch / "a", std::vector{deep});
  CHECK(read_safetensors(scratch / "a").tensors.front() == deep);
}
