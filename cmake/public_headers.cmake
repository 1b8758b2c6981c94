# heed_public_headers(SOURCE DESTINATION): the headers as another project sees them. All of them stand in DESTINATION/heed,
# and name each other so: nn/layers.hpp is <heed/nn/layers.hpp>, and clashes with no folder nn/ of the project's own.
# <heed/text.hpp> and <heed/autograd.hpp> have all of a layer, <heed/nn.hpp> autograd too, and <heed/models.hpp> everything.
set(heed_header_folders lib autograd nn models)
set(heed_before_nn autograd)
set(heed_before_models text nn)

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
    list(FILTER headers EXCLUDE REGEX "/simd\\.hpp$")  # of sources alone; they would need xsimd
    foreach(header IN LISTS headers)
      file(READ ${source}/${header} text)
      string(REGEX REPLACE "#include \"(lib|autograd|nn|models)/" "#include \"heed/\\1/" text "${text}")
      heed_write(${destination}/heed/${header} "${text}")
    endforeach()
  endforeach()
  foreach(layer IN ITEMS "text lib/core lib/text lib/score lib/data lib/files lib/report lib/process" "autograd autograd" "nn nn"
      "models models models/formats")
    separate_arguments(folders UNIX_COMMAND ${layer})
    list(POP_FRONT folders name)
    set(text "// All headers of heed's ${name}.\n#pragma once\n\n")
    foreach(before IN LISTS heed_before_${name})
      string(APPEND text "#include \"heed/${before}.hpp\"\n")
    endforeach()
    foreach(folder IN LISTS folders)
      file(GLOB headers RELATIVE ${source} ${source}/${folder}/*.hpp)
      # Left out are headers for sources alone and those that show JSON; others bring the arrays.
      list(FILTER headers EXCLUDE REGEX "/(json|multiply_add|linear_products|node)\\.hpp$")
      foreach(header IN LISTS headers)
        string(APPEND text "#include \"heed/${header}\"\n")
      endforeach()
    endforeach()
    heed_write(${destination}/heed/${name}.hpp "${text}")
  endforeach()
endfunction()
