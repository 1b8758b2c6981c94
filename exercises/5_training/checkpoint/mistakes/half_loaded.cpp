void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  for (auto& [name, tensor] : model) {
    if (!saved.contains(name)) throw std::runtime_error("the file has no " + name);
    if (saved.at(name).shape() != tensor.shape()) throw std::runtime_error(name + " has another shape");
    tensor = saved.at(name);
  }
  for (const auto& [name, tensor] : saved) {
    if (!model.contains(name)) throw std::runtime_error("the model has no " + name);
  }
}
