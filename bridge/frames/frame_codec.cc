// SPDX-License-Identifier: Apache-2.0
#include "bridge/frames/frame_codec.h"

#include <exception>
#include <limits>
#include <msgpack.hpp>
#include <vector>

#include "bridge/frames/elements.h"
#include "bridge/frames/frame_check.h"
#include "bridge/frames/frame_header.h"
#include "bridge/frames/frame_measure.h"
#include "bridge/frames/frame_reader.h"

namespace horatio {
namespace {

constexpr std::size_t kOuterElements = 64;
constexpr std::size_t kDepth = 3;
constexpr std::size_t kColumnElements = 5;
constexpr std::size_t kCellElements = 7;
constexpr std::size_t kBlockElements = 7;

Error limit_error(const std::string& message) { return {ErrorCode::kLimitExceeded, message, {}, {}}; }
Error bad_frame(const std::string& message) { return {ErrorCode::kBadFrame, message, {}, {}}; }

// Turns what msgpack finds into elements. Refuses by returning false, which stops the parser, before anything
// that a declared length asks for is allocated: one element is kept per element that has been read.
class ElementVisitor {
 public:
  // Stops, content, after `wanted` elements.
  ElementVisitor(std::span<const std::byte> bytes, const FrameLimits& limits, std::size_t wanted)
      : bytes_(bytes), limits_(limits), wanted_(wanted) {}

  bool visit_nil() { return add({}); }
  bool visit_float32(float) { return add({}); }
  bool visit_float64(double) { return add({}); }
  bool visit_boolean(bool v) { return add({.type = Element::Type::kBool, .number = v ? 1U : 0U}); }
  bool visit_positive_integer(std::uint64_t v) {
    return add({.type = Element::Type::kUnsigned, .number = v});
  }
  bool visit_negative_integer(std::int64_t v) {
    // A signed form may hold a number that is not negative.
    const auto type = v < 0 ? Element::Type::kNegative : Element::Type::kUnsigned;
    return add({.type = type, .number = static_cast<std::uint64_t>(v)});
  }
  bool visit_str(const char* data, std::uint32_t size) {
    if (size > limits_.text) {
      return refuse(limit_error("a str has " + std::to_string(size) + " bytes, at most " +
                                std::to_string(limits_.text) + " are taken"));
    }
    return add(
        {.type = Element::Type::kText, .size = size, .data = reinterpret_cast<const std::byte*>(data)});
  }
  bool visit_bin(const char* data, std::uint32_t size) {
    return add(
        {.type = Element::Type::kBinary, .size = size, .data = reinterpret_cast<const std::byte*>(data)});
  }
  bool visit_ext(const char*, std::uint32_t) {
    return refuse(bad_frame("extension types are not part of a frame"));
  }
  bool start_map(std::uint32_t) { return refuse(bad_frame("maps are not part of a frame")); }
  bool start_array(std::uint32_t size);
  bool end_array() {
    elements_[open_.back()].end = static_cast<std::uint32_t>(elements_.size());
    open_.pop_back();
    return true;
  }
  bool start_array_item() { return true; }
  bool end_array_item() { return true; }
  bool start_map_key() { return true; }
  bool end_map_key() { return true; }
  bool start_map_value() { return true; }
  bool end_map_value() { return true; }
  bool end_map() { return true; }
  bool referenced() const { return true; }
  void set_referenced(bool) {}
  void parse_error(std::size_t, std::size_t at) {
    refuse(bad_frame("byte " + std::to_string(at) + " begins no msgpack element"));
  }
  void insufficient_bytes(std::size_t, std::size_t at) {
    refuse(bad_frame("truncated: the element at byte " + std::to_string(at) + " does not end within the " +
                     std::to_string(bytes_.size()) + " bytes"));
  }

  const std::vector<Element>& elements() const { return elements_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  bool refuse(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool add(const Element& element);
  std::size_t largest_array() const;

  std::span<const std::byte> bytes_;
  const FrameLimits& limits_;
  std::size_t wanted_;
  std::vector<Element> elements_;
  std::vector<std::uint32_t> open_;  // arrays that have not ended
  std::optional<Error> error_;
};

bool ElementVisitor::add(const Element& element) {
  if (open_.empty()) return refuse(bad_frame("a frame is an array, not " + describe(element)));
  if (elements_.size() >= limits_.elements) {
    return refuse(limit_error("more than " + std::to_string(limits_.elements) + " elements"));
  }
  elements_.push_back(element);
  return elements_.size() < wanted_;
}

std::size_t ElementVisitor::largest_array() const {
  switch (open_.size()) {
    case 0:
      return kOuterElements;
    case 1:
      return std::max(limits_.blocks, kCellElements * limits_.columns);
    default:
      return kBlockElements + kColumnElements * limits_.columns + kOuterElements;
  }
}

bool ElementVisitor::start_array(std::uint32_t size) {
  if (open_.size() >= kDepth) {
    return refuse(limit_error("arrays are nested deeper than " + std::to_string(kDepth)));
  }
  if (size > largest_array()) {
    return refuse(limit_error("an array declares " + std::to_string(size) + " elements, at most " +
                              std::to_string(largest_array()) + " are taken there"));
  }
  if (size > bytes_.size()) {
    return refuse(bad_frame("truncated: an array declares " + std::to_string(size) +
                            " elements, the frame has " + std::to_string(bytes_.size()) + " bytes"));
  }
  const auto index = static_cast<std::uint32_t>(elements_.size());
  open_.push_back(index);
  return add({.type = Element::Type::kArray, .size = size, .end = index + 1});
}

// Reads `wanted` elements, or all of them and nothing after them.
Status parse(std::span<const std::byte> bytes, ElementVisitor& visitor, bool whole) {
  if (bytes.empty()) return bad_frame("a frame of no bytes");
  std::size_t offset = 0;
  try {
    msgpack::parse(reinterpret_cast<const char*>(bytes.data()), bytes.size(), offset, visitor);
  } catch (const std::exception& e) {
    return bad_frame(std::string("msgpack: ") + e.what());
  }
  if (visitor.error()) return *visitor.error();
  if (whole && offset != bytes.size()) {
    return bad_frame("the frame ends at byte " + std::to_string(offset) + " of " +
                     std::to_string(bytes.size()));
  }
  return {};
}

// The body of the kind with this number; kinds are numbered as the variant's alternatives, from 1.
template <std::size_t I = 0>
FrameBody empty_body(FrameKind kind) {
  if constexpr (I + 1 < std::variant_size_v<FrameBody>) {
    if (static_cast<std::size_t>(kind) != I + 1) return empty_body<I + 1>(kind);
  }
  return FrameBody{std::in_place_index<I>};
}

Status check_body(const FrameBody& body, const FrameLimits& limits) {
  if (const auto* panes = std::get_if<PanesFrame>(&body)) return check_panes(*panes, limits);
  if (const auto* result = std::get_if<ResultFrame>(&body)) return check_result(*result, limits);
  return {};
}

Result<Frame> decode_elements(const FrameHeader& header, std::span<const Element> elements,
                              const FrameLimits& limits) {
  Frame frame{header, empty_body(header.kind)};
  FrameReader reader(header.kind, elements, limits);
  std::visit([&reader](auto& body) { visit_fields(reader, body); }, frame.body);
  if (reader.error()) return *reader.error();
  if (Status status = check_body(frame.body, limits); !status) return status.error();
  return frame;
}

}  // namespace

Result<FrameHeader> decode_header(std::span<const std::byte> bytes) {
  const FrameLimits limits;
  ElementVisitor visitor(bytes, limits, kEnvelopeElements + 1);
  if (Status status = parse(bytes, visitor, false); !status) return status.error();
  return header_of(visitor.elements());
}

Result<Frame> decode_frame(std::span<const std::byte> bytes, const FrameLimits& limits) {
  if (bytes.size() > limits.frame) {
    return limit_error("a frame has " + std::to_string(bytes.size()) + " bytes, at most " +
                       std::to_string(limits.frame) + " are taken");
  }
  // First the header alone: what a newer version holds need not make sense to us.
  auto header = decode_header(bytes);
  if (!header) return header.error();
  ElementVisitor visitor(bytes, limits, std::numeric_limits<std::size_t>::max());
  if (Status status = parse(bytes, visitor, true); !status) {
    Error error = status.error();
    error.message = std::string(to_string(header->kind)) + ": " + error.message;
    return error;
  }
  try {
    return decode_elements(*header, visitor.elements(), limits);
  } catch (const std::bad_alloc&) {
    return Error{
        ErrorCode::kMemory, std::string(to_string(header->kind)) + ": no memory left to decode it", {}, {}};
  }
}

namespace {

struct StringBuffer {
  std::string bytes;
  void write(const char* data, std::size_t size) { bytes.append(data, size); }
};

class FrameWriter {
 public:
  explicit FrameWriter(StringBuffer& buffer) : buffer_(buffer), packer_(buffer) {}

  void envelope(const FrameHeader& header, std::size_t body_elements) {
    array(kEnvelopeElements + body_elements);
    packer_.pack_uint64(kFrameMagic);
    packer_.pack_uint64(kMajorVersion * 256 + kMinorVersion);
    packer_.pack_uint64(static_cast<std::uint64_t>(header.kind));
    packer_.pack_uint64(header.session);
    packer_.pack_uint64(header.seq);
  }

  void operator()(const char*, std::uint64_t value) { packer_.pack_uint64(value); }
  void operator()(const char*, std::uint32_t value) { packer_.pack_uint32(value); }
  void operator()(const char*, std::int64_t value) { packer_.pack_int64(value); }
  void operator()(const char*, bool value) { value ? packer_.pack_true() : packer_.pack_false(); }
  void operator()(const char*, SessionState value) { packer_.pack_uint8(static_cast<std::uint8_t>(value)); }
  void operator()(const char*, ColumnEncoding value) { packer_.pack_uint8(static_cast<std::uint8_t>(value)); }
  void operator()(const char*, const std::string& value) {
    packer_.pack_str(static_cast<std::uint32_t>(value.size()));
    packer_.pack_str_body(value.data(), static_cast<std::uint32_t>(value.size()));
  }
  void operator()(const char*, const Bytes& value) {
    packer_.pack_bin(static_cast<std::uint32_t>(value.size()));
    buffer_.write(reinterpret_cast<const char*>(value.data()), value.size());
  }
  void operator()(const char*, const std::vector<PaneSlice>& panes);
  void operator()(const char*, const std::vector<PanesBlock>& blocks);
  void operator()(const char*, const std::vector<ColumnData>& columns) {
    array(kColumnElements * columns.size());
    records(columns);
  }
  void operator()(const char*, const std::vector<ResultCellColumn>& cells) {
    array(kCellElements * cells.size());
    records(cells);
  }

 private:
  void array(std::size_t size) { packer_.pack_array(static_cast<std::uint32_t>(size)); }
  template <class Record>
  void records(const std::vector<Record>& all) {
    for (const Record& record : all) visit_fields(*this, record);
  }

  StringBuffer& buffer_;
  msgpack::packer<StringBuffer> packer_;
};

void FrameWriter::operator()(const char*, const std::vector<PaneSlice>& panes) {
  packer_.pack_bin(static_cast<std::uint32_t>(panes.size() * 16));
  for (const PaneSlice& pane : panes) {
    buffer_.write(reinterpret_cast<const char*>(&pane.start), 8);
    buffer_.write(reinterpret_cast<const char*>(&pane.first_row), 4);
    buffer_.write(reinterpret_cast<const char*>(&pane.rows), 4);
  }
}

void FrameWriter::operator()(const char*, const std::vector<PanesBlock>& blocks) {
  array(blocks.size());
  for (const PanesBlock& block : blocks) {
    array(kBlockElements + kColumnElements * block.columns.size());
    visit_fields(*this, block);
    packer_.pack_uint64(block.columns.size());
    records(block.columns);
  }
}

}  // namespace

std::string encode_frame(const Frame& frame) {
  FrameMeasure measure;
  std::visit([&measure](const auto& body) { visit_fields(measure, body); }, frame.body);
  StringBuffer buffer;
  buffer.bytes.reserve(measure.bytes + 64);
  FrameWriter writer(buffer);
  writer.envelope(frame.header, measure.elements);
  std::visit([&writer](const auto& body) { visit_fields(writer, body); }, frame.body);
  return std::move(buffer.bytes);
}

}  // namespace horatio
