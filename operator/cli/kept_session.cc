// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/kept_session.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/model/crc32c.h"
#include "operator/cli/byte_source.h"

namespace horatio::process {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAbout = "session.json";
constexpr const char* kWorkload = "workload.hql";
constexpr const char* kFrames = "frames.bin";
constexpr std::string_view kMagic = "HRATKEPT";
constexpr std::uint32_t kFormat = 1;
constexpr const char* kGiveTheFolder = "give the folder that the job's exception names";

Error unusable(const std::string& file, const std::string& what, std::string remedy) {
  return {ErrorCode::kBadFrame, file + " " + what, std::move(remedy), {}};
}

std::string in(const std::string& folder, const char* file) { return (fs::path(folder) / file).string(); }

// Walks over frames.bin; every read is checked against what is left.
class FrameFile {
 public:
  FrameFile(std::string file, std::string bytes) : file_(std::move(file)), bytes_(std::move(bytes)) {}

  Result<std::vector<std::string>> frames() {
    if (auto status = check_head(); !status.ok()) return status.error();
    std::vector<std::string> frames;
    for (;;) {
      std::uint32_t size = 0;
      std::uint32_t crc = 0;
      if (!number(size) || !number(crc)) return cut_off(frames.size());
      if (size == 0) {
        if (crc != frames.size() || at_ != bytes_.size()) {
          return unusable(file_,
                          "is damaged: its end says " + std::to_string(crc) + " frames, there are " +
                              std::to_string(frames.size()),
                          "");
        }
        return frames;
      }
      if (size > bytes_.size() - at_) return cut_off(frames.size());
      frames.push_back(bytes_.substr(at_, size));
      at_ += size;
      if (crc32c(frames.back()) != crc) {
        return unusable(file_, "is damaged: frame " + std::to_string(frames.size()) + " has another checksum",
                        "");
      }
    }
  }

 private:
  Status check_head() {
    if (!bytes_.starts_with(kMagic.substr(0, std::min(bytes_.size(), kMagic.size())))) {
      return unusable(file_, "is not a file of kept frames", kGiveTheFolder);
    }
    at_ = kMagic.size();
    std::uint32_t format = 0;
    if (bytes_.size() < at_ || !number(format)) return cut_off(0);
    if (format == kFormat) return {};
    return unusable(file_,
                    "has format " + std::to_string(format) + ", this tool reads " + std::to_string(kFormat),
                    "use the horatio of the release that wrote it");
  }

  bool number(std::uint32_t& value) {
    if (bytes_.size() - at_ < sizeof value) return false;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return true;
  }

  Error cut_off(std::size_t frames) const {
    return unusable(file_,
                    "is truncated: it ends at byte " + std::to_string(bytes_.size()) + ", after " +
                        std::to_string(frames) + " whole frames",
                    "copy the whole folder again");
  }

  const std::string file_;
  const std::string bytes_;
  std::size_t at_ = 0;
};

// The only place where nlohmann's exceptions can come from; the caller catches them.
KeptSession session_of(const nlohmann::json& about) {
  KeptSession session;
  session.hello.job = about.at("job").get<std::string>();
  session.hello.op = about.at("operator").get<std::string>();
  session.hello.subtask = about.at("subtask").get<std::uint32_t>();
  session.hello.attempt = about.at("attempt").get<std::string>();
  session.hello.max_parallelism = about.at("max_parallelism").get<std::uint32_t>();
  session.hello.first_key_group = about.at("first_key_group").get<std::uint32_t>();
  session.hello.last_key_group = about.at("last_key_group").get<std::uint32_t>();
  session.hello.workload_hash = about.at("workload_hash").get<std::string>();
  session.hello.columns = about.at("columns").get<std::string>();
  session.hello.result_credit = about.at("result_credit").get<std::uint64_t>();
  session.hello.max_frame = about.at("max_frame").get<std::uint64_t>();
  session.workload.global_stream = about.at("global").get<bool>();
  session.workload.key_attributes = about.at("keys").get<std::vector<std::string>>();
  session.arguments = about.at("arguments").get<std::vector<std::string>>();
  session.reason = about.at("reason").get<std::string>();
  session.dropped = about.at("dropped").get<std::uint64_t>();
  session.acknowledged = about.at("acknowledged").get<std::uint64_t>();
  return session;
}

Result<KeptSession> read_about(const std::string& folder) {
  const std::string file = in(folder, kAbout);
  const auto text = read_all(file);
  if (!text.ok()) return text.error();
  const auto about = nlohmann::json::parse(*text, nullptr, false);
  if (!about.is_object() || !about.contains("horatio_kept_session")) {
    return unusable(file,
                    about.is_discarded() ? "is no JSON, or truncated" : "does not describe a kept session",
                    kGiveTheFolder);
  }
  try {
    const auto format = about.at("horatio_kept_session").get<std::uint32_t>();
    if (format != kFormat) {
      return unusable(file,
                      "has format " + std::to_string(format) + ", this tool reads " + std::to_string(kFormat),
                      "use the horatio of the release that wrote it");
    }
    return session_of(about);
  } catch (const nlohmann::json::exception& fault) {
    return unusable(file, std::string("is damaged: ") + fault.what(), "");
  }
}

bool is_session(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kAbout, ignored);
}

}  // namespace

Result<std::vector<std::string>> find_kept_sessions(const std::string& folder) {
  if (is_session(folder)) return std::vector<std::string>{folder};
  std::error_code fault;
  std::vector<std::string> sessions;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    if (is_session(entry->path())) sessions.push_back(entry->path().string());
  }
  if (fault) {
    return Error{
        ErrorCode::kFile, "cannot read the folder " + folder + ": " + fault.message(), kGiveTheFolder, {}};
  }
  if (sessions.empty()) {
    return Error{ErrorCode::kFile,
                 folder + " holds no kept session: there is no " + kAbout + " in it or in its folders",
                 kGiveTheFolder,
                 {}};
  }
  std::sort(sessions.begin(), sessions.end());
  return sessions;
}

Result<KeptSession> read_kept_session(const std::string& folder) {
  auto session = read_about(folder);
  if (!session.ok()) return session;
  const auto workload = read_all(in(folder, kWorkload));
  if (!workload.ok()) return workload.error();
  session->workload.text = *workload;
  const std::string file = in(folder, kFrames);
  const auto bytes = read_all(file);
  if (!bytes.ok()) return bytes.error();
  auto frames = FrameFile(file, *bytes).frames();
  if (!frames.ok()) return frames.error();
  session->frames = std::move(*frames);
  return session;
}

}  // namespace horatio::process
