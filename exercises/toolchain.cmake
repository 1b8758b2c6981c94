# How the grader compiles a learner's file: written to a JSON file, and used here for the precompiled headers, which are
# only good for exactly the same options.
set(whole_sanitizer "")
if(HEED_SANITIZE STREQUAL "address")
  set(whole_sanitizer -fsanitize=address -fsanitize=undefined -fno-sanitize=object-size)
endif()
set(answer_flags -std=c++20 -O1 -ffp-contract=off -D_GLIBCXX_ASSERTIONS
  -Wall -Wno-unused -Wno-sign-compare -Wno-parentheses -Wno-misleading-indentation  # what does not matter to a beginner
  -Wno-narrowing                                        # an int from a size() is no mistake here
  -Werror=return-type                                   # a missing return is one
  -Winvalid-pch -fmax-errors=20 -fno-diagnostics-show-caret -fno-diagnostics-show-option -fdiagnostics-color=never
  ${whole_sanitizer})
set(sanitizer_flags -g1 -fno-omit-frame-pointer -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all
  -fno-sanitize=object-size)  # AddressSanitizer says the same in better words
set(definitions $<TARGET_PROPERTY:course_answer,COMPILE_DEFINITIONS>)
set(includes $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:course_answer,INCLUDE_DIRECTORIES>>)

# The precompiled header is one that includes learn.hpp: then a file that includes learn.hpp again finds it read.
set(header_files "")
foreach(kind IN ITEMS plain sanitized)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${kind}/answer.hpp)
  file(CONFIGURE OUTPUT ${header} CONTENT "#include \"exercises/learn.hpp\"\n")
  set(more "")
  if(kind STREQUAL "sanitized")
    set(more ${sanitizer_flags})
  endif()
  add_custom_command(OUTPUT ${header}.gch
    COMMAND ${CMAKE_CXX_COMPILER} ${answer_flags} "-D$<JOIN:${definitions},;-D>" "-I$<JOIN:${includes},;-I>" ${more}
      -x c++-header ${header} -o ${header}.gch -MD -MF ${header}.d
    DEPENDS ${header} ${CMAKE_CURRENT_SOURCE_DIR}/learn.hpp DEPFILE ${header}.d COMMAND_EXPAND_LISTS VERBATIM)
  list(APPEND header_files ${header}.gch)
endforeach()
add_custom_target(course_headers DEPENDS ${header_files})

# Gold links in half the time that the ordinary linker takes.
set(quick_linker "")
include(CheckLinkerFlag)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  check_linker_flag(CXX -fuse-ld=gold HEED_GOLD)
  if(HEED_GOLD)
    set(quick_linker -fuse-ld=gold)
  endif()
endif()

# (No commas in what a generator expression joins.) Of the libraries only the functions that are used, so that what an
# exercise forbids is not in the program, and only those shared ones that are used.
set(link_line ${quick_linker} -Xlinker --gc-sections $<TARGET_FILE:course_learn> $<TARGET_FILE:heed_models_f64> $<TARGET_FILE:heed_nn_f64>
  $<TARGET_FILE:heed_autograd_f64> $<TARGET_FILE:heed_lib_f64> $<TARGET_FILE:heed_text>
  -Xlinker --as-needed ${openblas_LINK_LIBRARIES} ${utf8proc_LINK_LIBRARIES} ${sentencepiece_files} $<TARGET_FILE:fmt::fmt> -pthread
  ${whole_sanitizer})
file(GENERATE OUTPUT ${toolchain_file} CONTENT "{
  \"compiler\": \"${CMAKE_CXX_COMPILER}\",
  \"linker\": \"${CMAKE_LINKER}\",
  \"objcopy\": \"${CMAKE_OBJCOPY}\",
  \"nm\": \"${CMAKE_NM}\",
  \"flags\": [\"$<JOIN:${answer_flags},\", \">\",
    \"-D$<JOIN:${definitions},\", \"-D>\", \"-I$<JOIN:${includes},\", \"-I>\"],
  \"sanitizer\": [\"$<JOIN:${sanitizer_flags},\", \">\"],
  \"precompiled\": \"${CMAKE_CURRENT_BINARY_DIR}/precompiled/plain/answer.hpp\",
  \"precompiled_sanitized\": \"${CMAKE_CURRENT_BINARY_DIR}/precompiled/sanitized/answer.hpp\",
  \"signatures\": \"${CMAKE_CURRENT_BINARY_DIR}\",
  \"course\": \"${CMAKE_CURRENT_SOURCE_DIR}\",
  \"always_sanitized\": $<IF:$<STREQUAL:${HEED_SANITIZE},address>,true,false>,
  \"main\": [\"$<JOIN:$<TARGET_OBJECTS:course_answer>,\", \">\"],
  \"run\": [\"$<JOIN:$<TARGET_OBJECTS:course_run>,\", \">\"],
  \"link\": [\"$<JOIN:${link_line},\", \">\"],
  \"translator\": [\"$<JOIN:$<TARGET_OBJECTS:course_translator>,\", \">\",
    \"$<JOIN:$<FILTER:$<TARGET_OBJECTS:course_answer>,INCLUDE,(confine|results)>,\", \">\", \"$<TARGET_FILE:course_references>\"],
  \"adapters\": [\"$<JOIN:$<TARGET_OBJECTS:course_adapters>,\", \">\"]
}
")
