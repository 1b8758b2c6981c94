# heed_public_headers(SOURCE DESTINATION): the headers as another project sees them. All of them stand in DESTINATION/heed,
# and name each other so: lib/core/shape.hpp is <heed/lib/core/shape.hpp>. So nothing of ours clashes with a folder nn/ of
# the project's own. <heed/text.hpp>, <heed/array.hpp>, <heed/autograd.hpp>, <heed/nn.hpp> and <heed/models.hpp> have all of a
# layer and of those before it.
set(heed_header_folders lib autograd nn models)

# Only what differs, so that nothing is compiled again for nothing.
function(heed_write file content)
  if(EXISTS "${file}")
    file(READ "${file}" there)
    if("${there}" STREQUAL "${content}")
      return()
    endif()
  endif()
  file(WRITE "${file}" "${content}")
endfunction()

function(heed_public_headers source destination)
  foreach(folder IN LISTS heed_header_folders)
    file(GLOB_RECURSE headers RELATIVE ${source} ${source}/${folder}/*.hpp)
    foreach(header IN LISTS headers)
      file(READ ${source}/${header} text)
      string(REGEX REPLACE "#include \"(lib|autograd|nn|models)/" "#include \"heed/\\1/" text "${text}")
      heed_write(${destination}/heed/${header} "${text}")
    endforeach()
  endforeach()
  set(before "")
  foreach(layer IN ITEMS "text lib/core lib/text lib/score lib/data lib/files lib/report" "array lib/array" "autograd autograd"
      "nn nn" "models models")
    separate_arguments(folders UNIX_COMMAND ${layer})
    list(POP_FRONT folders name)
    set(text "// All of heed's ${name}, and of the layers before it.\n#pragma once\n\n${before}")
    foreach(folder IN LISTS folders)
      file(GLOB headers RELATIVE ${source} ${source}/${folder}/*.hpp)
      # What shows xtensor or JSON is for who asks for it by name.
      list(FILTER headers EXCLUDE REGEX "/(simd|xsimd_gaps|xtensor_interop|json)\\.hpp$")
      foreach(header IN LISTS headers)
        string(APPEND text "#include \"heed/${header}\"\n")
      endforeach()
    endforeach()
    heed_write(${destination}/heed/${name}.hpp "${text}")
    set(before "#include \"heed/${name}.hpp\"\n")
  endforeach()
endfunction()
