// SPDX-License-Identifier: Apache-2.0
#include "bridge/control/control_server.h"

#include <thrift/TOutput.h>
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/server/TThreadedServer.h>
#include <thrift/transport/TBufferTransports.h>
#include <thrift/transport/TServerSocket.h>

#include <mutex>
#include <thread>
#include <utility>

#include "bridge/control/control_address.h"
#include "bridge/control/control_convert.h"

namespace horatio::control_plane {
namespace {

namespace protocol = apache::thrift::protocol;
namespace server = apache::thrift::server;
namespace transport = apache::thrift::transport;

[[noreturn]] void refuse(ErrorCode code, std::string message, std::string remedy) {
  throw to_thrift(Failure{code, std::move(message), std::move(remedy), {}});
}

template <class T>
const T& value_or_throw(const Answer<T>& answer) {
  if (const auto* failure = std::get_if<Failure>(&answer)) throw to_thrift(*failure);
  return std::get<T>(answer);
}

// Thrift's side of the calls. The only exceptions that leave it are ControlErrors.
class Handler : public control::ControlIf {
 public:
  explicit Handler(ControlCalls& calls) : calls_(calls) {}

  void registerWorkload(control::WorkloadInfo& out, const std::string& token, const std::string& text,
                        const control::TimeUnit::type unit, const control::StreamKey& key) override {
    guarded(token, [&] {
      const auto known_unit = from_thrift(unit);
      if (!known_unit) refuse(known_unit.error().code, known_unit.error().message, known_unit.error().remedy);
      out = to_thrift(
          value_or_throw(calls_.register_workload({text, *known_unit, key.global_stream, key.attributes})));
    });
  }

  void explain(std::string& out, const std::string& token, const std::string& hash) override {
    guarded(token, [&] { out = value_or_throw(calls_.explain(hash)); });
  }

  void stats(control::Stats& out, const std::string& token) override {
    guarded(token, [&] { out = to_thrift(calls_.stats()); });
  }

  void health(control::Health& out, const std::string& token) override {
    guarded(token, [&] { out = to_thrift(calls_.health()); });
  }

  void shutdown(const std::string& token, const std::int32_t drain_ms) override {
    guarded(token, [&] { calls_.shutdown(drain_ms); });
  }

 private:
  template <class Call>
  void guarded(const std::string& token, Call call) {
    try {
      if (!calls_.authorized(token)) {
        refuse(ErrorCode::kUnauthorized, "the token is not that of this process",
               "use the token that the process was started with or wrote to its token file");
      }
      call();
    } catch (const control::ControlError&) {
      throw;
    } catch (const std::exception& error) {
      refuse(ErrorCode::kInternal, std::string("the call failed inside the process: ") + error.what(), "");
    } catch (...) {
      refuse(ErrorCode::kInternal, "the call failed inside the process", "");
    }
  }

  ControlCalls& calls_;
};

// Thrift's own factory leaves the limits at 16 MB a frame and 100 MB a message.
class LimitedFrames : public transport::TTransportFactory {
 public:
  explicit LimitedFrames(std::int32_t limit)
      : configuration_(std::make_shared<apache::thrift::TConfiguration>(limit, limit)) {}
  std::shared_ptr<transport::TTransport> getTransport(std::shared_ptr<transport::TTransport> inner) override {
    return std::make_shared<transport::TFramedTransport>(std::move(inner), configuration_);
  }

 private:
  std::shared_ptr<apache::thrift::TConfiguration> configuration_;
};

// Thrift logs through one function of the whole program, which takes a bare pointer: so does this.
std::mutex log_mutex;
std::function<void(std::string_view)> log_function;
void log_line(const char* text) {
  const std::lock_guard lock(log_mutex);
  if (log_function) log_function(text);
}
void log_to(std::function<void(std::string_view)> log) {
  const std::lock_guard lock(log_mutex);
  log_function = std::move(log);
  apache::thrift::GlobalOutput.setOutputFunction(log_line);
}

class ThriftServer : public ControlServer {
 public:
  // Throws what Thrift throws when the address cannot be bound.
  ThriftServer(const ControlAddress& address, ControlCalls& calls, const ControlOptions& options)
      : socket_(std::make_shared<transport::TServerSocket>(address.host, address.port)) {
    socket_->setRecvTimeout(options.socket_timeout_ms);
    socket_->setSendTimeout(options.socket_timeout_ms);
    socket_->listen();
    port_ = static_cast<std::uint16_t>(socket_->getPort());
    address_ = address.host + ":" + std::to_string(port_);
    server_ = std::make_unique<server::TThreadedServer>(
        std::make_shared<control::ControlProcessor>(std::make_shared<Handler>(calls)),
        std::make_shared<Listening>(socket_), std::make_shared<LimitedFrames>(options.frame_limit),
        std::make_shared<protocol::TBinaryProtocolFactory>(options.string_limit, options.container_limit,
                                                           true, true));
    server_->setConcurrentClientLimit(options.connections);
    thread_ = std::thread([this] { serve(); });
  }

  ~ThriftServer() override {
    server_->stop();
    thread_.join();
    log_to(nullptr);
  }

  std::uint16_t port() const override { return port_; }
  const std::string& address() const override { return address_; }

 private:
  // A socket that listens already: serve() calls listen() once more, which would bind it again.
  class Listening : public transport::TServerTransport {
   public:
    explicit Listening(std::shared_ptr<transport::TServerSocket> socket) : socket_(std::move(socket)) {}
    bool isOpen() const override { return socket_->isOpen(); }
    void listen() override {}
    void interrupt() override { socket_->interrupt(); }
    void interruptChildren() override { socket_->interruptChildren(); }
    void close() override { socket_->close(); }

   protected:
    std::shared_ptr<transport::TTransport> acceptImpl() override { return socket_->accept(); }

   private:
    std::shared_ptr<transport::TServerSocket> socket_;
  };

  void serve() {
    try {
      server_->serve();
    } catch (const std::exception& error) {
      log_line(error.what());
    }
  }

  std::shared_ptr<transport::TServerSocket> socket_;
  std::uint16_t port_ = 0;
  std::string address_;
  std::unique_ptr<server::TThreadedServer> server_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<ControlServer>> ControlServer::start(std::string_view text, ControlCalls& calls,
                                                            std::function<void(std::string_view)> log,
                                                            const ControlOptions& options) {
  const auto address = parse_control_address(text);
  if (!address) return address.error();
  if (!address->loopback && !options.allow_any_address) {
    return Error{
        ErrorCode::kInvalidClause,
        "control address " + address->host + " is not on loopback, and the control plane is clear text",
        "use 127.0.0.1 and a tunnel, or allow it with --allow-remote",
        {}};
  }
  log_to(std::move(log));
  try {
    return std::unique_ptr<ControlServer>(std::make_unique<ThriftServer>(*address, calls, options));
  } catch (const std::exception& error) {
    return Error{ErrorCode::kFile,
                 "cannot listen on " + std::string(text) + ": " + error.what(),
                 "choose another port, or port 0 for any free one",
                 {}};
  }
}

}  // namespace horatio::control_plane
