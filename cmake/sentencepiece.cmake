# heed_sentencepiece: found without its pkg-config file, which asks for protobuf's development package on Debian 13.
find_path(SENTENCEPIECE_INCLUDE_DIR sentencepiece_processor.h REQUIRED)
find_library(SENTENCEPIECE_LIBRARY sentencepiece REQUIRED)
find_library(SENTENCEPIECE_TRAIN_LIBRARY sentencepiece_train REQUIRED)
# Since 0.2.1 its header shows abseil's strings and status.
file(STRINGS ${SENTENCEPIECE_INCLUDE_DIR}/sentencepiece_processor.h shows_abseil REGEX "#include <absl/")
set(abseil "")
set(abseil_flags "")  # for heed.pc
set(sentencepiece_files ${SENTENCEPIECE_TRAIN_LIBRARY} ${SENTENCEPIECE_LIBRARY})  # for the linker of answers
if(shows_abseil)
  find_package(absl REQUIRED)
  set(abseil absl::status absl::strings absl::span)
  set(abseil_flags " -labsl_status -labsl_strings")
  list(APPEND sentencepiece_files $<TARGET_FILE:absl::status> $<TARGET_FILE:absl::strings>)
endif()
if(NOT TARGET heed_sentencepiece)
  add_library(heed_sentencepiece INTERFACE IMPORTED GLOBAL)
  target_include_directories(heed_sentencepiece SYSTEM INTERFACE ${SENTENCEPIECE_INCLUDE_DIR})
  target_link_libraries(heed_sentencepiece INTERFACE ${SENTENCEPIECE_TRAIN_LIBRARY} ${SENTENCEPIECE_LIBRARY} ${abseil})
endif()
