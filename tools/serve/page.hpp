// The page of `heed serve`, made by CMake from the files of tools/serve/page.
#pragma once

namespace heed {

const char* serve_page();

}  // namespace heed
