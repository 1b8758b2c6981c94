// Images: drawn digits, and files as MNIST has them.
#include "lib/data/images.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

TEST_CASE("drawn digits are a function of the options: ink on every page, all classes, no two alike") {
  const ImageSet set = draw_digits({.images = 200, .seed = 4});
  CHECK((set.height == 28 && set.width == 28 && set.size() == 200));
  CHECK(set.pixels.size() == 200 * 28 * 28);
  CHECK(draw_digits({.images = 200, .seed = 4}).pixels == set.pixels);
  CHECK(draw_digits({.images = 200, .seed = 5}).pixels != set.pixels);
  std::vector<int> counts(10);
  std::set<std::vector<std::uint8_t>> pages;
  for (std::size_t i = 0; i < set.size(); ++i) {
    ++counts.at(static_cast<std::size_t>(set.classes[i]));
    const auto page = set.image(i);
    CHECK(std::count_if(page.begin(), page.end(), [](int p) { return p > 120; }) > 5);
    pages.insert({page.begin(), page.end()});
  }
  for (const int count : counts) CHECK(count > 5);
  CHECK(pages.size() == 200);
  CHECK(draw_digits({.images = 3, .size = 16}).pixels.size() == 3 * 16 * 16);
  CHECK_THROWS_AS(draw_digits({.size = 4}), UsageError);
}

namespace {

std::string idx(const std::string& lengths, std::size_t bytes) {
  std::string file{'\0', '\0', '\x08', static_cast<char>(lengths.size())};
  for (const char length : lengths) file += std::string(3, '\0') + length;
  for (std::size_t i = 0; i < bytes; ++i) file += static_cast<char>(i % 10);
  return file;
}

}  // namespace

TEST_CASE("images and labels of MNIST's files are read, and only those that go together") {
  const Scratch scratch;
  const auto write = [&](const std::string& images, const std::string& labels) {
    spill(scratch / "train-images-idx3-ubyte", images);
    spill(scratch / "train-labels-idx1-ubyte", labels);
    return scratch.folder();
  };
  const ImageSet set = read_images(write(idx("\2\3\4", 24), idx("\2", 2)), "train");
  CHECK((set.height == 3 && set.width == 4 && set.size() == 2));
  CHECK(set.image(1)[0] == 2);
  CHECK(set.classes == std::vector<std::int32_t>{0, 1});
  struct Row {
    std::string images, labels;
    const char* said;
  };
  for (const auto& [images, labels, said] :
       {Row{idx("\2\3\4", 24), idx("\3", 3), "not (2, 3, 4) and (3,)"},
        Row{idx("\2\3", 6), idx("\2", 2), "images are (number, height, width)"},
        Row{idx("\2\3\4", 24), idx("\2\1", 2), "not (2, 3, 4) and (2, 1)"},
        Row{idx({"\0\3\4", 3}, 0), idx({"\0", 1}, 0), "no images"}})
    CHECK_THROWS_WITH(read_images(write(images, labels), "train"), Catch::Contains(said));
  CHECK_THROWS_AS(read_images(write(idx("\2\3\4", 23), idx("\2", 2)), "train"), TruncatedError);
  CHECK_THROWS_WITH(read_images(scratch.folder(), "t10k"),
                    Catch::Contains("t10k-images-idx3-ubyte is missing: give the folder"));
}
