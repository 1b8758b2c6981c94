# Runs an example and compares the last line it prints with the one that its source promises:
#   cmake -DPROGRAM=… -DSOURCE=… [-DEMULATOR=…] -P last_line.cmake
file(READ "${SOURCE}" text)
if(NOT text MATCHES "\n// last line: ([^\n]*)\n")
  message(FATAL_ERROR "${SOURCE} does not say what its last line looks like: add a comment \"// last line: …\"")
endif()
set(promised "${CMAKE_MATCH_1}")

string(REGEX REPLACE "[^\n]" "" line_ends "${text}")
string(LENGTH "${line_ends}" lines)
if(lines GREATER 120)
  message(FATAL_ERROR "${SOURCE} has ${lines} lines: an example is read from top to bottom and has at most 120")
endif()

execute_process(COMMAND ${EMULATOR} "${PROGRAM}" OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE status)
string(REGEX REPLACE "\n$" "" output "${output}")
string(REGEX REPLACE "^.*\n" "" printed "${output}")
if(NOT status EQUAL 0 OR NOT printed STREQUAL promised)
  message(FATAL_ERROR "${PROGRAM} ended with status ${status}\n"
    "last line promised: ${promised}\nlast line printed:  ${printed}\nerrors: ${errors}\nall it printed:\n${output}")
endif()
