// SPDX-License-Identifier: Apache-2.0
// `horatio replay` on folders written here from FRAMES.md alone; the adapter's own are tried with Flink.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/panes_builder.h"
#include "engine/model/crc32c.h"
#include "operator/cli/tool.h"
#include "operator/process/workload_info.h"

namespace horatio::process {
namespace {

const std::string kWorkload =
    "STREAM s (TYPE B (k INT)); QUERY q RETURN COUNT(*) PATTERN B+ GROUP BY k WITHIN 1 SECOND;";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string number(std::uint32_t value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

// A folder of one session, to be spoilt.
struct Kept {
  Tool tool;
  std::string folder = tool.folder().path("kept");
  nlohmann::json about = {{"horatio_kept_session", 1},
                          {"job", "j"},
                          {"operator", "o"},
                          {"subtask", 3},
                          {"attempt", "a"},
                          {"max_parallelism", 128},
                          {"first_key_group", 0},
                          {"last_key_group", 127},
                          {"workload_hash", ""},
                          {"columns", "B(k)"},
                          {"result_credit", 4 << 20},
                          {"max_frame", 16 << 20},
                          {"global", false},
                          {"keys", {"k"}},
                          {"arguments", nlohmann::json::array()},
                          {"reason", "exit status 139"},
                          {"dropped", 0},
                          {"acknowledged", 0}};
  std::string workload = kWorkload;
  std::vector<std::string> frames;
  std::uint64_t seq = 1;

  Kept() { about["workload_hash"] = workload_hash({kWorkload, TimeUnit::kMillisecond, false, {"k"}}); }

  void add(FrameKind kind, FrameBody body) {
    frames.push_back(encode_frame({{kind, 9, seq++}, std::move(body)}));
  }
  void panes(int rows, Timestamp first) {
    PanesBuilder builder;
    const Value key = std::int64_t{7};
    for (int i = 0; i < rows; ++i) builder.add(0, first + i, (first + i) / 1000 * 1000, 5, {&key, 1});
    frames.push_back(builder.encode(9, seq++, 0));
  }
  void watermark(std::int64_t time) { add(FrameKind::kWatermark, WatermarkFrame{time}); }

  std::string frame_file() const {
    std::string file = "HRATKEPT" + number(1);
    for (const std::string& frame : frames) {
      file += number(static_cast<std::uint32_t>(frame.size())) + number(crc32c(frame)) + frame;
    }
    return file + number(0) + number(static_cast<std::uint32_t>(frames.size()));
  }
  void write(const std::string& where, const std::string& frame_bytes) const {
    std::filesystem::create_directories(where);
    const TemporaryFolder& files = tool.folder();
    const std::string name = std::filesystem::relative(where, files.path("")).string();
    files.write(name + "/session.json", about.dump());
    files.write(name + "/workload.hql", workload);
    files.write(name + "/frames.bin", frame_bytes);
  }
  ToolResult replay(const std::vector<std::string>& more = {}) const {
    write(folder, frame_file());
    return run(more);
  }
  ToolResult run(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"replay", folder});
    return tool.run(more);
  }
};

void check_refused(const ToolResult& result, const std::string& part) {
  BOOST_CHECK_EQUAL(result.exit_code, 1);
  BOOST_CHECK_MESSAGE(contains(result.err, part), result.err);
}

BOOST_AUTO_TEST_CASE(frames_without_a_fault_are_counted) {
  Kept kept;
  kept.panes(10, 0);
  kept.watermark(999);
  kept.panes(4, 1000);
  kept.about["acknowledged"] = 1;
  const ToolResult result = kept.replay();
  BOOST_CHECK_EQUAL(result.exit_code, 0);
  BOOST_CHECK_EQUAL(result.err, "");
  BOOST_CHECK_EQUAL(result.out,
                    kept.folder +
                        ": job j, operator o, subtask 3; 3 frames (2 not acknowledged)\n"
                        "  it ended: exit status 139\n"
                        "  3 frames taken: 10 events, 1 rows, 4 events above the watermark; no fault\n");
}

BOOST_AUTO_TEST_CASE(verbose_tells_each_frame_before_it_is_taken) {
  Kept kept;
  kept.panes(1, 0);
  kept.watermark(5);
  kept.add(FrameKind::kBarrier, BarrierFrame{4, INT64_MIN});
  kept.add(FrameKind::kEndOfInput, EndOfInputFrame{});
  kept.about["acknowledged"] = 1;
  const ToolResult result = kept.replay({"--verbose"});
  BOOST_CHECK_EQUAL(result.exit_code, 0);
  BOOST_CHECK(contains(result.err, "frame 1: PANES, sequence number 1, "));
  BOOST_CHECK(contains(result.err, " bytes, acknowledged\n"));
  BOOST_CHECK(contains(result.err, "frame 4: END_OF_INPUT, sequence number 4, "));
  BOOST_CHECK(contains(result.out, "1 events, 1 rows, 0 events above"));
}

BOOST_AUTO_TEST_CASE(a_frame_that_ends_the_session_is_named_with_its_error) {
  Kept kept;
  kept.panes(3, 0);
  kept.watermark(10);
  kept.panes(1, 5);
  const ToolResult late = kept.replay();
  BOOST_CHECK_EQUAL(late.exit_code, 3);
  BOOST_CHECK_MESSAGE(
      contains(late.err, "frame 3 of 3, a PANES with sequence number 3, ends the session with error 305"),
      late.err);
}

BOOST_AUTO_TEST_CASE(a_frame_that_is_damaged_inside_is_named_with_its_error) {
  Kept kept;
  kept.panes(3, 0);
  kept.panes(3, 3);
  kept.frames[1].resize(kept.frames[1].size() - 7);
  const ToolResult result = kept.replay();
  BOOST_CHECK_EQUAL(result.exit_code, 3);
  BOOST_CHECK_MESSAGE(contains(result.err, "frame 2 of 2, a PANES") && contains(result.err, "error 300"),
                      result.err);
}

BOOST_AUTO_TEST_CASE(the_arguments_of_the_process_hold_here_too) {
  Kept kept;
  kept.about["arguments"] = {"--held-limit", "64K"};
  for (int i = 0; i < 40; ++i) kept.panes(200, 1'000'000 + 200 * i);
  const ToolResult result = kept.replay();
  BOOST_CHECK_EQUAL(result.exit_code, 3);
  BOOST_CHECK_MESSAGE(contains(result.err, "error 309"), result.err);
  kept.about["arguments"] = {"--no-such-option"};
  const ToolResult refused = kept.replay();
  BOOST_CHECK_EQUAL(refused.exit_code, 2);
  BOOST_CHECK_MESSAGE(
      contains(refused.err, "--no-such-option") && contains(refused.err, "the release that wrote"),
      refused.err);
}

BOOST_AUTO_TEST_CASE(state_that_is_not_there_from_its_beginning_is_left_out) {
  Kept kept;
  const std::string chunk = "the middle of some state";
  RestoreFrame restore{5, 4096, true, std::as_bytes(std::span(chunk.data(), chunk.size()))};
  kept.add(FrameKind::kRestore, restore);
  kept.add(FrameKind::kRestoreDone, RestoreDoneFrame{0, 127, 1, 1});
  kept.panes(2, 0);
  kept.watermark(999);
  kept.about["dropped"] = 12;
  const ToolResult result = kept.replay();
  BOOST_CHECK_EQUAL(result.exit_code, 0);
  BOOST_CHECK(contains(result.out, ", 12 before them were not kept"));
  BOOST_CHECK_MESSAGE(contains(result.out, "of them 2 with state left out: 2 events, 1 rows"), result.out);
  kept.about["dropped"] = 0;
  const ToolResult whole = kept.replay();
  BOOST_CHECK_EQUAL(whole.exit_code, 3);
  BOOST_CHECK_MESSAGE(contains(whole.err, "frame 1 of 4, a RESTORE"), whole.err);
}

BOOST_AUTO_TEST_CASE(all_sessions_of_a_process_are_run_though_one_fails) {
  Kept kept;
  kept.panes(2, 0);
  kept.write(kept.folder + "/o-1", kept.frame_file());
  kept.write(kept.folder + "/o-3", kept.frame_file());
  kept.watermark(10);
  kept.watermark(5);
  kept.write(kept.folder + "/o-2", kept.frame_file());
  const ToolResult result = kept.run();
  BOOST_CHECK_EQUAL(result.exit_code, 3);
  BOOST_CHECK(contains(result.err, kept.folder + "/o-2: frame 3 of 3, a WATERMARK"));
  BOOST_CHECK(contains(result.out, kept.folder + "/o-1: job j"));
  BOOST_CHECK_MESSAGE(contains(result.out, kept.folder + "/o-3: job j"), result.out);
}

BOOST_AUTO_TEST_CASE(a_truncated_file_is_refused_wherever_it_ends) {
  Kept kept;
  kept.panes(3, 0);
  kept.watermark(10);
  const std::string whole = kept.frame_file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    if (size % 16 != 0 && size > 24 && size + 12 < whole.size()) continue;  // a process each: not every byte
    kept.write(kept.folder, whole.substr(0, size));
    check_refused(kept.run(), "frames.bin is truncated: it ends at byte " + std::to_string(size));
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_refused) {
  Kept kept;
  kept.panes(3, 0);
  std::string bytes = kept.frame_file();
  bytes[40] = static_cast<char>(bytes[40] ^ 1);
  kept.write(kept.folder, bytes);
  check_refused(kept.run(), "frames.bin is damaged: frame 1 has another checksum");
  kept.write(kept.folder, kept.frame_file() + "more");
  check_refused(kept.run(), "frames.bin is damaged: its end says 1 frames");
}

BOOST_AUTO_TEST_CASE(a_foreign_file_is_refused) {
  Kept kept;
  kept.write(kept.folder, "PK\3\4 something else");
  check_refused(kept.run(),
                "frames.bin is not a file of kept frames; give the folder that the job's exception names");
  kept.write(kept.folder, "HRATKEPT" + number(2));
  check_refused(kept.run(), "frames.bin has format 2, this tool reads 1; use the horatio of the release");
  kept.about = {{"name", "a package"}};
  check_refused(kept.replay(), "session.json does not describe a kept session");
  kept.tool.folder().write("kept/session.json", "{\"horatio_kept");
  check_refused(kept.run(), "session.json is no JSON, or truncated");
}

BOOST_AUTO_TEST_CASE(a_member_that_is_missing_or_of_another_type_is_named) {
  Kept kept;
  kept.about.erase("keys");
  check_refused(kept.replay(), "session.json is damaged: ");
  BOOST_CHECK(contains(kept.run().err, "'keys'"));
  Kept other;
  other.about["subtask"] = "three";
  check_refused(other.replay(), "session.json is damaged: ");
  Kept newer;
  newer.about["horatio_kept_session"] = 2;
  check_refused(newer.replay(), "session.json has format 2, this tool reads 1");
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_session_and_a_missing_file_are_refused) {
  Kept kept;
  std::filesystem::create_directories(kept.folder);
  check_refused(kept.run(), kept.folder + " holds no kept session: there is no session.json in it");
  kept.write(kept.folder, kept.frame_file());
  std::filesystem::remove(kept.folder + "/frames.bin");
  check_refused(kept.run(), "frames.bin");
  std::filesystem::remove_all(kept.folder);
  check_refused(kept.run(), "cannot read the folder " + kept.folder + ": No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_workload_that_is_refused_here_is_told_as_one) {
  Kept kept;
  kept.workload = "STREAM s (TYPE B (k INT)); QUERY q RETURN COUNT(*) PATTERN C+ GROUP BY k WITHIN 1 SECOND;";
  const ToolResult result = kept.replay();
  BOOST_CHECK_EQUAL(result.exit_code, 2);
  BOOST_CHECK_MESSAGE(contains(result.err, "the workload has 1 fault"), result.err);
  Kept other;
  other.about["columns"] = "B(k,v)";
  check_refused(other.replay(), "the sender's columns are B(k,v), the workload's B(k)");
}

BOOST_AUTO_TEST_CASE(a_command_line_without_a_folder_is_refused) {
  const Tool tool;
  const ToolResult none = tool.run({"replay"});
  BOOST_CHECK_EQUAL(none.exit_code, 2);
  BOOST_CHECK(contains(none.err, "DIR is missing"));
  const ToolResult two = tool.run({"replay", "a", "b"});
  BOOST_CHECK_EQUAL(two.exit_code, 2);
  BOOST_CHECK(contains(two.err, "unexpected 'b'"));
  const ToolResult help = tool.run({"replay", "--help"});
  BOOST_CHECK_EQUAL(help.exit_code, 0);
  BOOST_CHECK(contains(help.out, "Exit code: 0 where nothing happened"));
}

}  // namespace
}  // namespace horatio::process
