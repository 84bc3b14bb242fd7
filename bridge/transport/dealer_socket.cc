// SPDX-License-Identifier: Apache-2.0
#include "bridge/transport/dealer_socket.h"

#include <utility>

#include "bridge/transport/zmq_options.h"

namespace horatio {
namespace {

constexpr const char* kMonitor = "inproc://monitor";

}  // namespace

struct DealerSocket::Impl {
  zmq::context_t context{1};
  zmq::socket_t socket{context, zmq::socket_type::dealer};
  zmq::socket_t monitor{context, zmq::socket_type::pair};

  ~Impl() {
    // The monitor's events have no reader any more; without this the context would wait for them.
    zmq_socket_monitor(socket.handle(), nullptr, 0);
  }
};

DealerSocket::DealerSocket(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
DealerSocket::DealerSocket(DealerSocket&&) noexcept = default;
DealerSocket& DealerSocket::operator=(DealerSocket&&) noexcept = default;
DealerSocket::~DealerSocket() = default;

Result<DealerSocket> DealerSocket::connect(std::string_view endpoint, const TransportOptions& options) {
  if (Status status = check_endpoint(endpoint, options); !status) return status.error();
  try {
    auto impl = std::make_unique<Impl>();
    set_options(impl->socket, options);
    impl->socket.set(zmq::sockopt::immediate, true);
    impl->monitor.set(zmq::sockopt::linger, 0);
    zmq_socket_monitor(impl->socket.handle(), kMonitor, ZMQ_EVENT_DISCONNECTED);
    impl->monitor.connect(kMonitor);
    impl->socket.connect(std::string(endpoint));
    return DealerSocket(std::move(impl));
  } catch (const zmq::error_t& e) {
    return Error{ErrorCode::kFile, "cannot connect to " + std::string(endpoint) + ": " + e.what(), {}, {}};
  }
}

bool DealerSocket::send(std::string_view frame, std::chrono::milliseconds timeout) {
  zmq::pollitem_t item{impl_->socket.handle(), 0, ZMQ_POLLOUT, 0};
  if (!poll_until(&item, 1, timeout)) return false;
  return impl_->socket.send(zmq::buffer(frame), zmq::send_flags::dontwait).has_value();
}

std::optional<ReceivedMessage> DealerSocket::receive(std::chrono::milliseconds timeout) {
  zmq::pollitem_t item{impl_->socket.handle(), 0, ZMQ_POLLIN, 0};
  zmq::message_t message;
  if (!poll_until(&item, 1, timeout)) return std::nullopt;
  if (!impl_->socket.recv(message, zmq::recv_flags::dontwait)) return std::nullopt;
  return received({}, std::move(message));
}

bool DealerSocket::disconnected(std::chrono::milliseconds timeout) {
  zmq::pollitem_t item{impl_->monitor.handle(), 0, ZMQ_POLLIN, 0};
  return poll_until(&item, 1, timeout);
}

}  // namespace horatio
