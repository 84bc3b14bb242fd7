// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** The raw keyed state of a snapshot, changed key group by key group. */
final class DamagedState {
  private DamagedState() {}

  /** What a key group's bytes become; null: it is left out. */
  interface Damage {
    byte[] to(int keyGroup, byte[] bytes) throws IOException;
  }

  static OperatorSubtaskState of(OperatorSubtaskState state, Damage damage) throws Exception {
    List<KeyedStateHandle> handles = new ArrayList<>();
    for (KeyedStateHandle handle : state.getRawKeyedState()) {
      handles.add(damaged((KeyGroupsStateHandle) handle, damage));
    }
    return state.toBuilder()
        .setRawKeyedState(new StateObjectCollection<>(handles))
        .build();
  }

  private static KeyGroupsStateHandle damaged(KeyGroupsStateHandle handle, Damage damage) throws Exception {
    KeyGroupRangeOffsets offsets = handle.getGroupRangeOffsets();
    byte[] all;
    StreamStateHandle stream = handle.getDelegateStateHandle();
    try (var in = stream.openInputStream()) {
      all = in.readAllBytes();
    }
    TreeMap<Long, Integer> keyGroups = new TreeMap<>();
    for (int keyGroup : handle.getKeyGroupRange()) {
      keyGroups.put(offsets.getKeyGroupOffset(keyGroup), keyGroup);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    KeyGroupRangeOffsets changed = new KeyGroupRangeOffsets(handle.getKeyGroupRange());
    for (var entry : keyGroups.entrySet()) {
      Long end = keyGroups.higherKey(entry.getKey());
      byte[] bytes =
          Arrays.copyOfRange(all, entry.getKey().intValue(), end == null ? all.length : end.intValue());
      byte[] after = damage.to(entry.getValue(), bytes);
      changed.setKeyGroupOffset(entry.getValue(), after == null ? -1 : out.size());
      if (after != null) {
        out.write(after);
      }
    }
    return new KeyGroupsStateHandle(changed, new ByteStreamStateHandle("damaged", out.toByteArray()));
  }

  /** The key group with other content, in an undamaged wrapping. */
  static byte[] withContent(int keyGroup, byte[] bytes, Consumer<byte[]> change)
      throws IOException {
    KeyGroupState.Reader reader = new KeyGroupState.Reader(new ByteArrayInputStream(bytes), keyGroup);
    byte[] content = reader.read(Integer.MAX_VALUE);
    change.accept(content);
    KeyGroupState.Header header = reader.header();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    KeyGroupState.Writer writer = new KeyGroupState.Writer(
        out,
        new KeyGroupState.Header(
            keyGroup, header.firstKeyGroup(), header.lastKeyGroup(), header.lateUpTo(), content.length));
    writer.write(ByteBuffer.wrap(content));
    writer.finish();
    return out.toByteArray();
  }
}
