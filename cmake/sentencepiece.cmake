# heed_sentencepiece: found without its pkg-config file, which asks for protobuf's development package on Debian 13.
find_path(SENTENCEPIECE_INCLUDE_DIR sentencepiece_processor.h REQUIRED)
find_library(SENTENCEPIECE_LIBRARY sentencepiece REQUIRED)
find_library(SENTENCEPIECE_TRAIN_LIBRARY sentencepiece_train REQUIRED)
if(NOT TARGET heed_sentencepiece)
  add_library(heed_sentencepiece INTERFACE IMPORTED GLOBAL)
  target_include_directories(heed_sentencepiece SYSTEM INTERFACE ${SENTENCEPIECE_INCLUDE_DIR})
  target_link_libraries(heed_sentencepiece INTERFACE ${SENTENCEPIECE_TRAIN_LIBRARY} ${SENTENCEPIECE_LIBRARY})
endif()
