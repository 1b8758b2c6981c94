#include "exercises/grading/run/toolchain.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"

namespace heed::grading {

std::filesystem::path Toolchain::adapter(const Entry& entry) const {
  const std::string end = "/" + entry.chapter + "/" + entry.name + "/grade.cpp.o";
  for (const std::filesystem::path& path : adapters) {
    if (path.string().ends_with(end)) return path;
  }
  throw_error("the adapter of {} has not been built; build the target `course`", entry.name);
}

Toolchain read_toolchain(const std::filesystem::path& path) {
  const nlohmann::json json = read_json(path);
  const auto list = [&](const char* name) {
    std::vector<std::string> words;  // unused generator expressions leave empty words
    for (const std::string word : json.at(name)) {
      if (!word.empty()) words.push_back(word);
    }
    return words;
  };
  Toolchain toolchain;
  toolchain.compiler = json.at("compiler");
  toolchain.linker = json.at("linker");
  toolchain.objcopy = json.at("objcopy");
  toolchain.nm = json.at("nm");
  toolchain.flags = list("flags");
  toolchain.sanitizer = list("sanitizer");
  toolchain.precompiled = json.at("precompiled").get<std::string>();
  toolchain.precompiled_sanitized = json.at("precompiled_sanitized").get<std::string>();
  toolchain.signatures = json.at("signatures").get<std::string>();
  toolchain.main = list("main");
  toolchain.run = list("run");
  toolchain.link = list("link");
  toolchain.translator = list("translator");
  for (const std::string& adapter : list("adapters")) toolchain.adapters.emplace_back(adapter);
  toolchain.always_sanitized = json.at("always_sanitized");
  return toolchain;
}

std::unique_ptr<Process> start_tool(std::vector<std::string> command, std::size_t keep) {
  return std::make_unique<Process>(ProcessCall{
      .arguments = std::move(command),
      .environment = {"LC_ALL=C", "GCC_COLORS="},
      .limits = ProcessLimits{.seconds = 30, .stalled = 60, .memory = std::uint64_t{3} << 30, .keep = keep}});
}

ProcessResult run_tool(std::vector<std::string> command, std::size_t keep) {
  return start_tool(std::move(command), keep)->wait();
}

}  // namespace heed::grading
