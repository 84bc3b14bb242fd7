// SPDX-License-Identifier: Apache-2.0
#include "bridge/control/control_client.h"

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/transport/TBufferTransports.h>
#include <thrift/transport/TSocket.h>

#include <utility>

#include "bridge/control/control_address.h"
#include "bridge/control/control_convert.h"

namespace horatio::control_plane {
namespace {

namespace protocol = apache::thrift::protocol;
namespace transport = apache::thrift::transport;

class ThriftClient : public ControlClient {
 public:
  // Throws what Thrift throws when nobody answers there.
  ThriftClient(const ControlAddress& address, std::string token, std::int32_t timeout_ms)
      : token_(std::move(token)),
        socket_(std::make_shared<transport::TSocket>(address.host, address.port)),
        framed_(std::make_shared<transport::TFramedTransport>(socket_)),
        client_(std::make_shared<protocol::TBinaryProtocol>(framed_)) {
    socket_->setConnTimeout(timeout_ms);
    socket_->setRecvTimeout(timeout_ms);
    socket_->setSendTimeout(timeout_ms);
    framed_->open();
  }

  Answer<WorkloadInfo> register_workload(const WorkloadText& workload) override {
    return ask<WorkloadInfo>([&] {
      control::StreamKey key;
      key.global_stream = workload.global_stream;
      key.attributes = workload.key_attributes;
      control::WorkloadInfo info;
      client_.registerWorkload(info, token_, workload.text, to_thrift(workload.unit), key);
      return from_thrift(info);
    });
  }

  Answer<std::string> explain(const std::string& hash) override {
    return ask<std::string>([&] {
      std::string text;
      client_.explain(text, token_, hash);
      return text;
    });
  }

  Answer<Stats> stats() override {
    return ask<Stats>([&] {
      control::Stats stats;
      client_.stats(stats, token_);
      return from_thrift(stats);
    });
  }

  Answer<Health> health() override {
    return ask<Health>([&] {
      control::Health health;
      client_.health(health, token_);
      return from_thrift(health);
    });
  }

  Answer<std::monostate> shutdown(std::int32_t drain_ms) override {
    return ask<std::monostate>([&] {
      client_.shutdown(token_, drain_ms);
      return std::monostate{};
    });
  }

 private:
  // A connection that failed in the middle of a message may hold half of it: it is never used again.
  template <class T, class Call>
  Answer<T> ask(Call call) {
    try {
      return call();
    } catch (const control::ControlError& error) {
      return from_thrift(error);
    } catch (const std::exception& error) {
      socket_->close();
      return Failure{ErrorCode::kFile,
                     std::string("the control connection failed: ") + error.what(),
                     "connect anew",
                     {}};
    }
  }

  std::string token_;
  std::shared_ptr<transport::TSocket> socket_;
  std::shared_ptr<transport::TFramedTransport> framed_;
  control::ControlClient client_;
};

}  // namespace

Result<std::unique_ptr<ControlClient>> ControlClient::connect(std::string_view text, std::string token,
                                                              std::int32_t timeout_ms) {
  const auto address = parse_control_address(text);
  if (!address) return address.error();
  try {
    return std::unique_ptr<ControlClient>(
        std::make_unique<ThriftClient>(*address, std::move(token), timeout_ms));
  } catch (const std::exception& error) {
    return Error{ErrorCode::kFile,
                 "cannot connect to " + std::string(text) + ": " + error.what(),
                 "check that horatio-operator runs and that the address is its control address",
                 {}};
  }
}

}  // namespace horatio::control_plane
