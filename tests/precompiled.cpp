// Nothing: CMake builds a precompiled header only for a target with a source that uses it.
