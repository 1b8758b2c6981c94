// Every prefix and every changed byte of small valid files (with hashes, every flipped bit): a reader gives a
// valid result or throws Error, and never takes much memory for what a damaged header claims. Files with
// hashes are never taken for valid.
#include <malloc.h>

#include <cstdlib>
#include <new>
#include <numeric>
#include <vector>

#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"

namespace {
std::size_t largest_allocation = 0, taken = 0, most_taken = 0;  // by the one thread there is
}

#ifndef __SANITIZE_ADDRESS__  // which has its own allocator and checks what it is given back
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (size > largest_allocation) largest_allocation = size;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  taken += ::malloc_usable_size(memory);
  if (taken > most_taken) most_taken = taken;
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  taken -= ::malloc_usable_size(memory);
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif

using namespace heed;

namespace {

void require_consistent(const Tensor& tensor) {
  if (tensor_bytes(tensor.dtype, tensor.shape) != tensor.bytes.size())
    throw std::logic_error("wrong size accepted");
}

// How many damaged forms `decode` accepts (a changed element or letter of a name is a valid file). Whatever
// it throws but Error ends the test.
template <typename Decode>
int damage_everywhere(const std::string& good, const std::vector<int>& changes, const Decode& decode) {
  int accepted = 0;
  const auto attempt = [&](const std::string& file) {
    try {
      decode(bytes_of(file));
      ++accepted;
    } catch (const Error& error) {
      if (std::string_view(error.what()).empty()) throw std::logic_error("no message");
    }
  };
  for (std::size_t length = 0; length < good.size(); ++length) attempt(good.substr(0, length));
  CHECK(accepted == 0);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int change : changes) {
      std::string file = good;
      file[at] = static_cast<char>(file[at] ^ change);
      attempt(file);
    }
  }
  return accepted;
}

}  // namespace

TEST_CASE("damaged safetensors files") {
  const Scratch scratch;
  const std::vector<float> f = {1, 2};
  const std::vector<std::int64_t> i = {3};
  write_safetensors(scratch / "a", std::vector{make_tensor("w", {2, 1}, f), make_tensor("i", {}, i)},
                    {{"format", "pt"}});
  const std::string good = slurp(scratch / "a");
  largest_allocation = 0;
  const int accepted =
      damage_everywhere(good, {1, 2, 4, 8, 16, 32, 64, 128}, [](std::span<const std::byte> file) {
        for (const Tensor& tensor : decode_safetensors(file, "m").tensors) require_consistent(tensor);
      });
  CHECK(accepted == 0);
  CHECK(largest_allocation < 64 * 1024);  // a claim of up to 2^64 bytes was never believed
}

TEST_CASE("damaged safetensors files of others, without hashes") {
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}})";
  const std::string good = file_of(header, std::string(8, '\0'));
  largest_allocation = 0;
  std::vector<int> all(255);
  std::iota(all.begin(), all.end(), 1);
  const int accepted = damage_everywhere(good, all, [](std::span<const std::byte> file) {
    for (const Tensor& tensor : decode_safetensors(file, "m").tensors) require_consistent(tensor);
  });
  CHECK(accepted > 8 * 255 - 1);          // at least every change within the elements
  CHECK(largest_allocation < 64 * 1024);  // a claim of up to 2^64 bytes was never believed
}

TEST_CASE("a header takes at most 64 MiB beside its file, and a few copies of a long text") {
  std::string problem;
  const auto memory_for = [&](const std::string& file) {
    const std::size_t before = taken;
    most_taken = before;
    problem = error_text<FormatError>([&] { decode_safetensors(bytes_of(file), "m"); });
    return most_taken - before;
  };
  constexpr std::size_t room = 64 << 20;
  std::string axes = "1", tensors = "{", texts = R"({"__metadata__":{)";
  for (int axis = 1; axis < 32; ++axis) axes += ",1";
  for (std::size_t i = 0; i < max_tensors; ++i) {
    const std::string at = std::to_string(i), name = "\"a name that needs memory of its own " + at + "\":";
    tensors += name + R"({"dtype":"U8","data_offsets":[)" + at + "," + std::to_string(i + 1) +
               R"(],"shape":[)" + axes + "]},";
    texts += name + R"("a text that needs memory too",)";
  }
  tensors.back() = '}';
  std::string file = file_of(tensors, std::string(max_tensors, '\0'));
  CHECK(memory_for(file) <= file.size() + room);
  CHECK(problem.empty());
  tensors.back() = ',';
  memory_for(file_of(tensors + "\"b\":{}}"));
  CHECK(problem == "m: holds more than 100000 tensors, which heed does not read");
  file = file_of(texts + "\"b\":\"\"}}");
  CHECK(memory_for(file) <= file.size() + room);
  CHECK(problem == "m: its metadata are more than 100000 texts, which heed does not read");

  constexpr std::size_t letters = (1 << 20) + 1;  // just more than a buffer that doubles
  file = file_of(R"({"__metadata__":{"k":")" + std::string(letters, 'x') + "\"}}");
  CHECK(memory_for(file) <= file.size() + 5 * letters + (1 << 16));
}

// Minutes for a whole model: docs/reliability.md says what came out.
TEST_CASE("every flipped bit of the safetensors file $HEED_FILE", "[.][flips]") {
  const char* path = std::getenv("HEED_FILE");
  REQUIRE(path != nullptr);
  std::string file = slurp(path);
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    file[bit / 8] ^= static_cast<char>(1 << bit % 8);
    try {
      decode_safetensors(bytes_of(file), "m");
      ++accepted;
    } catch (const Error&) {
    }
    file[bit / 8] ^= static_cast<char>(1 << bit % 8);
  }
  INFO(8 * file.size() << " flipped bits");
  CHECK(accepted == 0);
}
