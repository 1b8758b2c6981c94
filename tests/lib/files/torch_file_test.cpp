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

std::string little_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i));
  return text;
}

const std::string start = "\x80\x02", none(1, '\0');

/// A text in a pickle.
std::string quoted(const std::string& text) { return 'X' + little_endian(text.size(), 4) + text; }

/// A tensor of a storage of six floats in a pickle: offset, shape and stride as its steps.
std::string tensor(const std::string& offset, const std::string& shape, const std::string& stride) {
  return "ctorch._utils\n_rebuild_tensor_v2\n((" + quoted("storage") + "ctorch\nFloatStorage\n" +
         quoted("0") + quoted("cpu") + "K\6tQ" + offset + shape + stride + "\x89NtR";
}
const std::string first = "K" + none, two_by_three = "K\2K\3\x86", rows = "K\3K\1\x86";

struct Stored {
  std::string name, bytes;
  int flags = 0;            // 1: encrypted
  std::size_t missing = 0;  // bytes that it is said to be shorter as packed
};
/// A ZIP archive of these files, as torch.save writes it.
std::string zip(const std::vector<Stored>& files) {
  std::string all, directory;
  for (const Stored& f : files) {
    const std::string sizes = little_endian(f.bytes.size() - f.missing, 4) +
                              little_endian(f.bytes.size(), 4) + little_endian(f.name.size(), 2) +
                              std::string(2, '\0'),
                      head = little_endian(static_cast<std::uint64_t>(f.flags), 2) + std::string(10, '\0') +
                             sizes;
    directory += "PK\1\2" + std::string(4, '\0') + head + std::string(10, '\0') +
                 little_endian(all.size(), 4) + f.name;
    all += "PK\3\4" + std::string(2, '\0') + head + f.name + f.bytes;
  }
  return all + directory + "PK\5\6" + std::string(4, '\0') + little_endian(files.size(), 2) +
         little_endian(files.size(), 2) + little_endian(directory.size(), 4) + little_endian(all.size(), 4) +
         std::string(2, '\0');
}
/// With a pickle of these steps and that storage of six floats.
std::string archive(const std::string& steps) {
  return zip({{"m/data.pkl", start + steps + "."}, {"m/data/0", std::string(24, '\0')}});
}

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
  CHECK(unpickle(start + "K\x05.").values.at(0).integer == 5);
  CHECK(unpickle(start + "\x8a\x01\xff.").values.at(0).integer == -1);
  const Pickled called = unpickle(start + "cposix\nsystem\n" + quoted("ls") + "\x85R.");
  CHECK(called.values.at(called.root).kind == Pickled::Kind::object);
  CHECK(called.values.at(called.root).text == "posix.system");
  CHECK(unpickle(start + "M\xff\xff.").values.at(0).integer == 65535);
  CHECK(unpickle(start + "\x8a\x09" + std::string(9, '\1') + ".").values.at(0).text ==
        "an integer of 72 bits");
  // Places of more than 16 bits in the memo.
  CHECK(unpickle(start + "(K\1q" + none + "K\5r" + little_endian(65536, 4) + "h" + none + "j" +
                 little_endian(65536, 4) + "t.")
            .values.at(2)
            .items == std::vector<std::uint32_t>{0, 1, 0, 1});
  CHECK(unpickle(start + "K\5K\6" + "0(K\7" + "1.").root == 0);
  refused("\x80\x04\x95", "has protocol 4");
  refused(start + "\x93.", "the step 0x93");
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
  refused(start + "c\xff\n\n.", "not UTF-8");
}

TEST_CASE("a tensor that cannot be is refused") {
  CHECK(unpickle(start + tensor(first, two_by_three, rows) + ".").tensors.size() == 1);
  const auto refused = [](const std::string& steps, const std::string& why) {
    CHECK_THROWS_WITH(unpickle(start + steps + "."), Catch::StartsWith("m: ") && Catch::Contains(why));
  };
  refused(tensor("K\1", two_by_three, rows), "beyond its storage");
  refused(tensor(first, two_by_three, "K\4K\1\x86"), "beyond its storage");
  refused(tensor("J\xff\xff\xff\xff", two_by_three, rows), "beyond its storage");
  refused(tensor(first, "K\2J\xff\xff\xff\xff\x86", rows), "negative sizes");
  refused(tensor(first, two_by_three, "J\xff\xff\xff\xffK\1\x86"), "negative sizes");
  refused(tensor(first, two_by_three, "K\1\x85"), "shape cannot be");
  std::string axes;
  for (std::size_t axis = 0; axis <= max_axes; ++axis) axes += "K\1";
  refused(tensor(first, "(" + axes + "t", "(" + axes + "t"), "more axes");
}

TEST_CASE("objects of a program are not made, and the tensors beside them are read") {
  const TorchFile file = read_torch_file(golden("objects.pt"));
  REQUIRE(file.tensors.size() == 2);
  CHECK(file.tensors[0].name == "model.weight");
  CHECK(file.tensors[1].name == "rng");
  CHECK(file.tensors[1].dtype == DType::U8);
  CHECK(file.values == std::map<std::string, std::string>{{"counts", "collections.Counter"},
                                                          {"device", "torch.device"},
                                                          {"dtype", "torch.float32"},
                                                          {"getter", "torch.get"},
                                                          {"keys.2.5", "real"},
                                                          {"keys.None", "none"},
                                                          {"keys.…", "pair"},
                                                          {"lists.a.0", "1"},
                                                          {"net", "torch.Net"},
                                                          {"options", "argparse.Namespace"},
                                                          {"seed", "an integer of 72 bits"},
                                                          {"seen", "__builtin__.set"},
                                                          {"size", "torch.Size"}});
  CHECK(file.inside_objects == 1);
  CHECK(read_torch_file(golden("checkpoint.pt")).inside_objects == 0);
  CHECK_THROWS_WITH(torch_file_of(archive("cm\nNet\n" + tensor(first, two_by_three, rows) + "\x85R")),
                    Catch::StartsWith("m: ") && Catch::Contains("save model.state_dict()"));
}

TEST_CASE("tensors are tied where storage, offset, shape and stride are one") {
  const auto tied = [](const std::string& other) {
    return torch_file_of(archive("]" + tensor(first, "K\3\x85", "K\1\x85") + "a" + other + "a")).tied.size();
  };
  CHECK(tied(tensor(first, "K\3\x85", "K\1\x85")) == 1);
  CHECK(tied(tensor("K\1", "K\3\x85", "K\1\x85")) == 0);
  CHECK(tied(tensor(first, "K\2\x85", "K\1\x85")) == 0);
  CHECK(tied(tensor(first, "K\3\x85", "K\2\x85")) == 0);
}

TEST_CASE("a name of more than 1,000 letters is refused, and said by its beginning") {
  const auto named = [](std::size_t letters) {
    return archive("}" + quoted(std::string(letters, 'x')) + tensor(first, two_by_three, rows) + "s");
  };
  CHECK(torch_file_of(named(1000)).tensors.size() == 1);
  CHECK_THROWS_WITH(
      torch_file_of(named(5000)),
      "m: \"" + std::string(80, 'x') + "\"… is a name of more than 1000 letters, which heed does not read");
}

TEST_CASE("lists in lists are followed 32 deep") {
  const auto nested = [](std::size_t depth) {
    return archive(std::string(depth, ']') + tensor(first, two_by_three, rows) + std::string(depth, 'a'));
  };
  CHECK(torch_file_of(nested(32)).tensors.size() == 1);
  CHECK_THROWS_WITH(torch_file_of(nested(33)), Catch::Contains("stand in each other deeper"));
}

TEST_CASE("files of an archive that torch.save does not write are refused") {
  const Stored pickle{"m/data.pkl", start + tensor(first, two_by_three, rows) + "."},
      storage{"m/data/0", std::string(24, '\0')};
  CHECK(torch_file_of(zip({pickle, storage})).tensors.size() == 1);
  const auto refused = [&](const Stored& second, const std::string& why) {
    CHECK_THROWS_WITH(torch_file_of(zip({pickle, second, storage})),
                      Catch::StartsWith("m: ") && Catch::Contains(why));
  };
  refused(pickle, "there twice");
  refused({"m/a", "text", 1}, "encrypted");
  refused({"m/a", "text", 0, 1}, "not inside the archive");
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
  refused("FloatStorage", "FloatStarage", "a tensor of \"torch.FloatStarage\"");
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
  for (const char* name : {"state_dict.pt", "checkpoint.pt", "objects.pt"}) {
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
