#include "tools/mpi/mpi_communicator.hpp"

#include "tools/mpi/mpi_line.hpp"

namespace heed {

MpiCommunicator::MpiCommunicator() : line_(std::make_unique<MpiLine>(patience)) {}
MpiCommunicator::~MpiCommunicator() = default;
int MpiCommunicator::rank() const { return line_->rank(); }
int MpiCommunicator::size() const { return line_->size(); }
void MpiCommunicator::send(int to, int tag, const Array& array) { line_->send(to, tag, array); }
Array MpiCommunicator::receive(int from, int tag) { return line_->receive(from, tag); }
bool MpiCommunicator::speaks() const { return line_->speaks(); }
void MpiCommunicator::finish() { gather(*this, std::string()); }
void MpiCommunicator::fail(const std::string& error) { line_->fail(error); }
void MpiCommunicator::wait_for_speaker() { line_->wait_for_speaker(); }
void MpiCommunicator::end_hanging() { line_->end_hanging(); }

}  // namespace heed
