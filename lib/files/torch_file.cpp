#include "lib/files/torch_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/read_file.hpp"
#include "lib/files/torch_pickle.hpp"

namespace heed {
namespace {

using Kind = Pickled::Kind;
using Value = Pickled::Value;

constexpr std::uint64_t most_pickle = 64'000'000;
/// Values can stand in each other: what is followed is limited, also where they go round in circles.
constexpr std::size_t most_steps = 2'000'000, most_nested = 32, most_name = 1'000;

/// Finds the tensors in what a pickle made.
class Walk {
 public:
  Walk(const Pickled& all, std::string_view label)
      : all_(all), label_(label), is_reached_(all.tensors.size()) {}

  TorchFile take() {
    const Value& root = all_.values[all_.root];
    follow(root, root.kind == Kind::tensor ? "tensor" : "", Place{});
    if (file_.tensors.empty() && file_.optimizer.empty())
      throw_error<FormatError>("{}: {}", label_,
                               all_.tensors.empty()
                                   ? "there are no tensors in it"
                                   : "its tensors are inside objects of a program, which are not made; in "
                                     "PyTorch save model.state_dict() alone");
    file_.inside_objects = std::count(is_reached_.begin(), is_reached_.end(), false);
    return std::move(file_);
  }

 private:
  struct Place {
    std::size_t depth = 0;
    bool optimizer = false;
  };

  const Value* find(const Value& dict, std::string_view key) const {
    for (std::size_t i = 0; i < dict.items.size(); i += 2) {
      if (all_.values[dict.items[i]].text == key) return &all_.values[dict.items[i + 1]];
    }
    return nullptr;
  }

  void follow(const Value& value, const std::string& name, Place place) {
    if (name.size() > most_name)
      throw_error<FormatError>("{}: {} is a name of more than {} letters, which heed does not read", label_,
                               shown_name(name), most_name);
    if (++steps_ > most_steps || place.depth > most_nested)
      throw_error<FormatError>("{}: its values stand in each other deeper or more often than heed reads",
                               label_);
    if (value.kind == Kind::tensor) {
      const auto number = static_cast<std::size_t>(value.integer);
      is_reached_[number] = true;
      add_tensor(all_.tensors[number], name, place);
    } else if (value.kind == Kind::dict) {
      place.optimizer = place.optimizer || (find(value, "state") && find(value, "param_groups"));
      for (std::size_t i = 0; i < value.items.size(); i += 2)
        follow(all_.values[value.items[i + 1]], joined(name, value_text(all_.values[value.items[i]])),
               {place.depth + 1, place.optimizer});
    } else if (value.kind == Kind::list || value.kind == Kind::tuple) {
      for (std::size_t i = 0; i < value.items.size(); ++i)
        follow(all_.values[value.items[i]], joined(name, std::to_string(i)),
               {place.depth + 1, place.optimizer});
    } else if (!place.optimizer && file_.values.size() < max_metadata_texts) {
      file_.values.emplace(name, value_text(value));
    }
  }

  void add_tensor(const TorchTensor& tensor, const std::string& name, const Place& place) {
    std::vector<TensorEntry>& to = place.optimizer ? file_.optimizer : file_.tensors;
    if (to.size() == max_tensors)
      throw_error<FormatError>("{}: holds more than {} tensors", label_, max_tensors);
    to.push_back({.name = name, .dtype = tensor.dtype, .shape = tensor.shape});
    if (place.optimizer) return;
    const auto [first, is_first] = names_.try_emplace(
        {all_.values[tensor.storage].text, tensor.offset, tensor.shape, tensor.stride}, name);
    if (!is_first) file_.tied.emplace(name, first->second);
  }

  static std::string joined(const std::string& name, const std::string& key) {
    return name.empty() ? key : name + '.' + key;
  }
  /// Of a value, or of a dict's key. What was not made is said by its name.
  std::string value_text(const Value& value) const {
    switch (value.kind) {
      case Kind::none:
        return "None";
      case Kind::truth:
        return value.integer == 1 ? "True" : "False";
      case Kind::integer:
        return std::to_string(value.integer);
      case Kind::real:
        return fmt::format("{}", value.real);
      case Kind::text:
      case Kind::name:
      case Kind::object:
        return value.text.substr(0, most_name + 1);
      case Kind::storage:
        return all_.values[value.items[0]].text;
      default:
        return "…";  // a tuple as a key
    }
  }

  using Elements =
      std::tuple<std::string, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
  const Pickled& all_;
  std::string_view label_;
  TorchFile file_;
  std::map<Elements, std::string> names_;
  std::vector<bool> is_reached_;  // each tensor
  std::size_t steps_ = 0;
};

/// Throws unless each storage is there with all its bytes.
void check_storages(const Pickled& all, const StoredZip& zip, const std::string& folder,
                    const std::string& label) {
  for (const TorchTensor& tensor : all.tensors) {
    const std::string& key = all.values[tensor.storage].text;
    const auto file = zip.files().find(folder + "data/" + key);
    const std::int64_t size[] = {tensor.elements};
    const std::optional<std::uint64_t> bytes = tensor_bytes(tensor.dtype, size);
    if (file == zip.files().end() || !bytes || file->second.size != *bytes)
      throw_error<FormatError>("{}: the storage {} of a tensor is not in it with {} elements of {}", label,
                               shown_name(key), tensor.elements, dtype_name(tensor.dtype));
  }
}

constexpr std::array<unsigned char, 4> zip_begins{'P', 'K', 3, 4};
constexpr std::array<unsigned char, 4> old_begins{0x80, 2, 0x8a, 0x0a};  // a pickle of PyTorch's magic number

bool begins_with(std::span<const std::byte> bytes, const std::array<unsigned char, 4>& with) {
  return std::ranges::equal(bytes, std::as_bytes(std::span(with)));
}

std::array<std::byte, 4> beginning(const StoredZip::Source& source) {
  std::array<std::byte, 4> bytes{};
  if (source.size >= bytes.size()) source.read(0, bytes);
  return bytes;
}

StoredZip::Source source_of(const InputFile& file) {
  return {file.size(),
          [&file](std::uint64_t offset, std::span<std::byte> bytes) { file.read(offset, bytes); }};
}

}  // namespace

TorchFile decode_torch_file(StoredZip::Source source, const std::string& label) {
  if (begins_with(beginning(source), old_begins))
    throw_error<FormatError>(
        "{}: of PyTorch before 1.6: torch.save(torch.load(…), …) in a newer one writes what "
        "heed reads",
        label);
  const StoredZip zip(std::move(source), label);
  // All files are in one folder, whose name is the archive's.
  const auto pickle = std::ranges::find_if(zip.files(), [](const auto& file) {
    const std::size_t slash = file.first.find('/');
    return slash != std::string::npos && file.first.substr(slash) == "/data.pkl";
  });
  if (pickle == zip.files().end())
    throw_error<FormatError>("{}: a ZIP archive without NAME/data.pkl: not one that torch.save wrote", label);
  const std::string folder = pickle->first.substr(0, pickle->first.find('/') + 1);
  if (zip.files().contains(folder + "byteorder")) {
    const std::vector<std::byte> order = zip.read(folder + "byteorder", 16);
    if (std::string_view(reinterpret_cast<const char*>(order.data()), order.size()) != "little")
      throw_error<FormatError>("{}: its numbers are not least significant byte first", label);
  }
  const Pickled all = read_torch_pickle(zip.read(pickle->first, most_pickle), label);
  check_storages(all, zip, folder, label);
  return Walk(all, label).take();
}

TorchFile read_torch_file(const std::filesystem::path& path) {
  const InputFile file(path);
  return decode_torch_file(source_of(file), path.string());
}

bool is_torch_file(const std::filesystem::path& path) {
  const InputFile file(path);
  const std::array<std::byte, 4> bytes = beginning(source_of(file));
  return begins_with(bytes, zip_begins) || begins_with(bytes, old_begins);
}

}  // namespace heed
