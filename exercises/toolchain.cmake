# How the grader compiles a learner's file: written to a JSON file, and used here for the precompiled headers, which are
# only good for exactly the same options.
set(whole_sanitizer "")
if(HEED_SANITIZE STREQUAL "address")
  set(whole_sanitizer -fsanitize=address -fsanitize=undefined -fno-sanitize=object-size)
endif()
set(answer_flags -std=c++20 -O1 -ffp-contract=off -D_GLIBCXX_ASSERTIONS ${course_count_work}
  -U_FORTIFY_SOURCE                                     # which some systems set: memcpy would be called __memcpy_chk, uncounted
  -fno-ident                                            # what it quotes would go to the assembler as it stands
  -Wall -Wno-unused -Wno-sign-compare -Wno-parentheses -Wno-misleading-indentation  # what does not matter to a beginner
  -Wno-narrowing                                        # an int from a size() is no mistake here
  -Werror=return-type                                   # a missing return is one
  -Winvalid-pch -fmax-errors=20 -fno-diagnostics-show-caret -fno-diagnostics-show-option -fdiagnostics-color=never
  ${whole_sanitizer})
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # What is copied or filled at once is a call, which is counted, not `rep movsq`.
  list(APPEND answer_flags -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign)
endif()
set(sanitizer_flags -g1 -fno-omit-frame-pointer -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all
  -fno-sanitize=object-size)  # AddressSanitizer says the same in better words
set(definitions $<TARGET_PROPERTY:course_answer,COMPILE_DEFINITIONS>)
set(includes $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:course_answer,INCLUDE_DIRECTORIES>>)

# The precompiled header is one that includes learn.hpp: then a file that includes learn.hpp again finds it read. Beside
# it stand the headers of the library that need words which signatures.hpp takes away: few answers need them, and each
# that is precompiled takes its time with every answer.
set(header_files "")
set(before_words_go "")
foreach(name IN ITEMS condition_variable csignal fstream future mutex semaphore thread)
  string(APPEND before_words_go "#include <${name}>\n")
endforeach()
foreach(kind IN ITEMS plain sanitized)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${kind}/answer.hpp)
  file(CONFIGURE OUTPUT ${header} CONTENT "#include \"exercises/learn.hpp\"\n")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${kind}/before_words_go.hpp CONTENT "${before_words_go}")
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
# What the BLAS and the C library define: of the one an answer calls nothing, of the other little where costs are
# measured (refused_calls.cpp).
set(blas_symbols ${CMAKE_CURRENT_BINARY_DIR}/blas_symbols.txt)
set(libc_symbols ${CMAKE_CURRENT_BINARY_DIR}/libc_symbols.txt)
set(libm_symbols ${CMAKE_CURRENT_BINARY_DIR}/libm_symbols.txt)
if(NOT HEED_LIBC)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libc.so.6
    OUTPUT_VARIABLE HEED_LIBC OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
set(first_bytes "")
if(EXISTS "${HEED_LIBC}")  # what the compiler does not find it calls by its bare name
  file(READ ${HEED_LIBC} first_bytes LIMIT 4 HEX)
endif()
if(NOT first_bytes STREQUAL "7f454c46")  # of an ELF file; some libc.so is a script for the linker
  message(FATAL_ERROR "The grader of the course compares names with those of the C library, but '${HEED_LIBC}' is no "
    "shared library; where it is, is said by -DHEED_LIBC=/path/to/libc.so.6")
endif()
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libm.so.6
  OUTPUT_VARIABLE libm OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(NOT EXISTS "${libm}")  # where it is part of the C library
  set(libm ${HEED_LIBC})
endif()
add_custom_command(OUTPUT ${blas_symbols} ${libc_symbols} ${libm_symbols}
  COMMAND ${CMAKE_NM} -D --defined-only --format=just-symbols ${openblas_LINK_LIBRARIES} > ${blas_symbols}
  COMMAND ${CMAKE_NM} -D --defined-only --format=just-symbols ${HEED_LIBC} > ${libc_symbols}
  COMMAND ${CMAKE_NM} -D --defined-only --format=just-symbols ${libm} > ${libm_symbols} VERBATIM)
add_custom_target(course_headers DEPENDS ${header_files} ${blas_symbols} ${libc_symbols} ${libm_symbols})

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
set(link_line ${quick_linker} ${course_count_room} -Xlinker --gc-sections $<TARGET_FILE:course_learn> $<TARGET_FILE:heed_models_f64> $<TARGET_FILE:heed_nn_f64>
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
  \"link\": [\"$<JOIN:${link_line},\", \">\"],
  \"translator\": [\"$<JOIN:$<TARGET_OBJECTS:course_translator>,\", \">\",
    \"$<JOIN:$<FILTER:$<TARGET_OBJECTS:course_answer>,INCLUDE,(confine|sealed)>,\", \">\", \"$<TARGET_FILE:course_references>\"],
  \"adapters\": [\"$<JOIN:$<TARGET_OBJECTS:course_adapters>,\", \">\"],
  \"graded_adapters\": [\"$<JOIN:$<TARGET_OBJECTS:course_graded_adapters>,\", \">\"]
}
")
