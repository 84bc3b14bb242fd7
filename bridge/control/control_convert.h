// SPDX-License-Identifier: Apache-2.0
// Between the structs that Thrift generates and the plain ones of control_calls.h. Inside bridge/control
// only.
#pragma once

#include <Control.h>

#include "bridge/control/control_calls.h"

namespace horatio::control_plane {

control::ControlError to_thrift(const Failure& failure);
control::WorkloadInfo to_thrift(const WorkloadInfo& info);
control::Stats to_thrift(const Stats& stats);
control::Health to_thrift(const Health& health);
control::TimeUnit::type to_thrift(TimeUnit unit);

Failure from_thrift(const control::ControlError& error);
WorkloadInfo from_thrift(const control::WorkloadInfo& info);
Stats from_thrift(const control::Stats& stats);
Health from_thrift(const control::Health& health);
Result<TimeUnit> from_thrift(control::TimeUnit::type unit);  // the wire may carry any number

}  // namespace horatio::control_plane
