#include "tools/page/write_page.hpp"

#include "lib/files/atomic_write.hpp"
#include "tools/page/page.hpp"
#include "tools/page/vega_lite.hpp"

namespace heed {

void write_page(const std::filesystem::path& page, const nlohmann::json& data) {
  atomic_write(page, report_page(data, vega_lite(vega_lite_folder())));
}

}  // namespace heed
