// Files of torch.save: what is read of them, and that nothing else is (tests/golden/make_torch_files.py
// writes them).
#include "lib/files/torch_file.hpp"

#include <cstring>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/torch_pickle.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/torch" / name;
}

TorchFile torch_file_of(const std::string& bytes) {
  const auto read = [&](std::uint64_t offset, std::span<std::byte> to) {
    REQUIRE(offset + to.size() <= bytes.size());
    std::memcpy(to.data(), bytes.data() + offset, to.size());
  };
  return decode_torch_file({bytes.size(), read}, "m");
}

Pickled unpickle(const std::string& text) { return read_torch_pickle(std::as_bytes(std::span(text)), "m"); }

}  // namespace

TEST_CASE("a state dict of torch.save: names, types, shapes, and what shares its numbers") {
  const TorchFile file = read_torch_file(golden("state_dict.pt"));
  REQUIRE(file.tensors.size() == 9);
  CHECK(file.tensors[0].name == "embed.weight");
  CHECK(file.tensors[0].shape == std::vector<std::int64_t>{5, 4});
  CHECK(file.tensors[0].dtype == DType::F32);
  CHECK(file.tensors[6].name == "norm.num_batches_tracked");
  CHECK(file.tensors[6].dtype == DType::I64);
  CHECK(file.tied == std::map<std::string, std::string>{{"head.weight", "embed.weight"}});
  CHECK((file.values.empty() && file.optimizer.empty()));
}

TEST_CASE(
    "a checkpoint of torch.save: the model's tensors, the optimizer's and plain values, in 64 bits too") {
  const TorchFile file = read_torch_file(golden("checkpoint.pt"));
  CHECK(file.tensors.size() == 9);
  CHECK(file.tensors[1].name == "model.layers.0.weight");
  CHECK(file.optimizer.size() == 6);
  CHECK(file.optimizer[4].name == "optimizer.state.1.exp_avg");
  CHECK(file.values == std::map<std::string, std::string>{{"best", "None"},
                                                          {"done", "True"},
                                                          {"epoch", "3"},
                                                          {"loss", "0.25"},
                                                          {"name", "누구"},
                                                          {"seed", "1099511627776"}});
}

TEST_CASE("a pickle makes tensors and plain values, and names all else without running it") {
  const auto refused = [](const std::string& text, const std::string& why) {
    CHECK_THROWS_AS(unpickle(text), FormatError);
    CHECK_THROWS_WITH(unpickle(text), Catch::StartsWith("m: ") && Catch::Contains(why));
  };
  const std::string start = "\x80\x02";
  CHECK(unpickle(start + "K\x05.").values.at(0).integer == 5);
  CHECK(unpickle(start + "\x8a\x01\xff.").values.at(0).integer == -1);
  refused(start + "cposix\nsystem\nX\x02" + std::string(3, '\0') + "ls\x85R.", "asks for \"posix.system\"");
  refused(start + "cnumpy.core.multiarray\nscalar\n", "numpy.core.multiarray.scalar");
  refused("\x80\x04\x95", "another protocol than 2");
  refused(start + "\x93.", "the step 0x93");
  refused(start + "ccollections\nOrderedDict\nK\x01\x85R.", "a call of \"collections.OrderedDict\"");
  refused(start + "K\x01)R.", "what is no function");
  refused(start + "ctorch._utils\n_rebuild_tensor_v2\n)R.", "others than PyTorch writes");
  refused(start + "h\x01.", "not remembered");
  refused(start + "t.", "a mark is missing");
  refused(start + "(K\x01.", "has not one value");
  refused(start + "a.", "needs value");
  refused(start +
              ")K\x01"
              "a.",
          "holds none");
  refused(start + "X\xff\xff\xff\xff", "ends too early");
  refused(start + "X\x01" + std::string(3, '\0') + "\xff.", "not UTF-8");
  refused(start + "\x8a\x09" + std::string(9, '\1') + ".", "more than 64 bits");
  refused(start +
              "]K\x01"
              "b.",
          "the attributes of an object");
}

TEST_CASE("what is no file of torch.save is refused, and says why") {
  const std::string whole = slurp(golden("checkpoint.pt"));
  for (std::size_t length = 0; length < whole.size(); length += 7)
    CHECK_THROWS_AS(torch_file_of(whole.substr(0, length)), TruncatedError);
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& why) {
    std::string bytes = whole;
    const std::size_t at = bytes.find(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(from.size() == to.size());
    for (std::size_t i = at; i != std::string::npos; i = bytes.find(from, i))
      bytes.replace(i, from.size(), to);
    CHECK_THROWS_WITH(torch_file_of(bytes), Catch::StartsWith("m: ") && Catch::Contains(why));
  };
  refused("data.pkl", "date.pkl", "without NAME/data.pkl");
  refused("checkpoint/data/1", "checkpoint/date/1", "the storage \"1\" of a tensor is not in it");
  refused("FloatStorage", "FloatStarage", "torch.FloatStarage");
  refused("little", "bigger", "least significant byte first");
  CHECK_THROWS_WITH(torch_file_of("\x80\x02\x8a\x0al\xfc\x9c"
                                  "F\xf9 j\xa8P\x19."),
                    Catch::Contains("PyTorch before 1.6"));
  // A list that stands in itself: followed only so far.
  CHECK_THROWS_AS(unpickle("\x80\x02]q\x01h\x01"
                           "a"),
                  FormatError);
  CHECK(unpickle("\x80\x02]q\x01h\x01"
                 "a.")
            .values.at(0)
            .items == std::vector<std::uint32_t>{0});
}

TEST_CASE("numbers of any bytes in a file of torch.save lead to an error or a result, never elsewhere") {
  for (const char* name : {"state_dict.pt", "checkpoint.pt"}) {
    const std::string whole = slurp(golden(name));
    std::uint32_t draw = 1;
    for (int i = 0; i < 3000; ++i) {
      std::string bytes = whole;
      for (int change = 0; change <= i % 3; ++change) {
        draw = draw * 1664525 + 1013904223;
        bytes[(draw >> 8) % bytes.size()] = static_cast<char>(draw >> 3);
      }
      try {
        torch_file_of(bytes);
      } catch (const Error& error) {
        CHECK(std::string_view(error.what()).starts_with("m: "));
      }
    }
  }
}
