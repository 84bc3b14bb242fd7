// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "bridge/transport/zmq_options.h"

namespace horatio {
namespace {

// An eventfd: what wake() writes to and receive() polls. Writing is safe in signal handlers.
class WakeSignal {
 public:
  WakeSignal() : fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  WakeSignal(const WakeSignal&) = delete;
  WakeSignal& operator=(const WakeSignal&) = delete;
  ~WakeSignal() {
    if (fd_ >= 0) close(fd_);
  }

  int fd() const { return fd_; }
  void raise() const noexcept {
    const int saved = errno;
    const std::uint64_t one = 1;
    // It can only fail because the counter is full; then the wake-up is there already.
    [[maybe_unused]] const ssize_t written = write(fd_, &one, sizeof one);
    errno = saved;
  }
  void lower() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t taken = read(fd_, &count, sizeof count);
  }

 private:
  int fd_;
};

std::uint16_t port_of(std::string_view endpoint) {
  std::uint16_t port = 0;
  const std::string_view digits = endpoint.substr(endpoint.rfind(':') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), port);
  return port;
}

// Gives a string's memory to a message, which frees it on whatever thread ZeroMQ is done with it.
zmq::message_t message_of(std::string&& frame) {
  auto owned = std::make_unique<std::string>(std::move(frame));
  zmq::message_t message(
      owned->data(), owned->size(), [](void*, void* hint) { delete static_cast<std::string*>(hint); },
      owned.get());
  owned.release();
  return message;
}

}  // namespace

struct RouterSocket::Impl {
  zmq::context_t context{1};
  zmq::socket_t socket{context, zmq::socket_type::router};
  WakeSignal wake;
  std::string endpoint;

  std::optional<ReceivedMessage> take();
};

// What has arrived, if anything: all parts of one message.
std::optional<ReceivedMessage> RouterSocket::Impl::take() {
  const auto take_part = [this](zmq::message_t& part) {
    return uninterrupted([&] { return socket.recv(part, zmq::recv_flags::dontwait); }).has_value();
  };
  zmq::message_t peer;
  if (!take_part(peer)) return std::nullopt;
  zmq::message_t frame;
  bool more = peer.more();
  for (int part = 0; more; ++part) {
    zmq::message_t next;
    if (!take_part(next)) break;
    more = next.more();
    frame = part == 0 ? std::move(next) : zmq::message_t{};
  }
  return received(peer.to_string(), std::move(frame));
}

RouterSocket::RouterSocket(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RouterSocket::RouterSocket(RouterSocket&&) noexcept = default;
RouterSocket& RouterSocket::operator=(RouterSocket&&) noexcept = default;
RouterSocket::~RouterSocket() = default;

Result<RouterSocket> RouterSocket::bind(std::string_view endpoint, const TransportOptions& options) {
  if (Status status = check_endpoint(endpoint, options); !status) return status.error();
  try {
    auto impl = std::make_unique<Impl>();
    if (impl->wake.fd() < 0)
      return Error{ErrorCode::kFile, std::string("eventfd: ") + std::strerror(errno), {}, {}};
    set_options(impl->socket, options);
    impl->socket.set(zmq::sockopt::router_mandatory, true);
    impl->socket.bind(std::string(endpoint));
    impl->endpoint = impl->socket.get(zmq::sockopt::last_endpoint);
    return RouterSocket(std::move(impl));
  } catch (const zmq::error_t& e) {
    return Error{ErrorCode::kFile,
                 "cannot listen on " + std::string(endpoint) + ": " + e.what(),
                 "name an address of this machine and a free port, or port 0",
                 {}};
  }
}

std::uint16_t RouterSocket::port() const { return port_of(impl_->endpoint); }
const std::string& RouterSocket::endpoint() const { return impl_->endpoint; }

std::optional<ReceivedMessage> RouterSocket::receive(std::chrono::milliseconds timeout) {
  if (auto message = impl_->take()) return message;
  zmq::pollitem_t items[] = {{impl_->socket.handle(), 0, ZMQ_POLLIN, 0},
                             {nullptr, impl_->wake.fd(), ZMQ_POLLIN, 0}};
  if (!poll_until(items, std::size(items), timeout)) return std::nullopt;
  if ((items[0].revents & ZMQ_POLLIN) != 0) return impl_->take();
  impl_->wake.lower();
  return std::nullopt;
}

SendOutcome RouterSocket::send(std::string_view peer, std::string&& frame) {
  try {
    // The peer's name alone decides: once it has been taken, the frame is.
    const auto flags = zmq::send_flags::sndmore | zmq::send_flags::dontwait;
    const auto sent = uninterrupted([&] { return impl_->socket.send(zmq::buffer(peer), flags); });
    if (!sent) return SendOutcome::kFull;
  } catch (const zmq::error_t& e) {
    if (e.num() == EHOSTUNREACH) return SendOutcome::kGone;
    throw;
  }
  zmq::message_t message = message_of(std::move(frame));
  uninterrupted([&] { return impl_->socket.send(message, zmq::send_flags::dontwait); });
  return SendOutcome::kSent;
}

void RouterSocket::wake() const noexcept { impl_->wake.raise(); }

}  // namespace horatio
