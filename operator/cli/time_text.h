// SPDX-License-Identifier: Apache-2.0
// Times as text: integers in the input's unit, or ISO 8601 in UTC. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/model/schema.h"
#include "operator/cli/number_text.h"

namespace horatio::process {

// How the input writes its times, and so how results write them.
struct TimeFormat {
  TimeUnit unit = TimeUnit::kMillisecond;
  bool iso = false;
};

// An integer (iso = false), or YYYY-MM-DD, or YYYY-MM-DDThh:mm[:ss[.f...]] followed by nothing or Z (UTC) or
// an offset +hh:mm, which is converted (iso = true). A blank may stand for the T. A year with a sign has four
// digits or more, as append_time() writes those beyond 0 to 9999.
Reading read_time(std::string_view text, TimeUnit unit, Timestamp& time, bool& iso);

// An integer, or YYYY-MM-DDThh:mm:ss[.fff]Z with as many decimals as the unit has (3, 6, 9) where they are
// not zero.
void append_time(std::string& out, Timestamp time, TimeFormat format);

// s, ms, us or ns.
std::optional<TimeUnit> time_unit_named(std::string_view name);
const char* name_of(TimeUnit unit);

// A duration: an integer in `unit`, or one with a suffix (ns, us, ms, s, m, h, d). Negative ones are kNotOne.
Reading read_duration(std::string_view text, TimeUnit unit, std::int64_t& duration);

}  // namespace horatio::process
