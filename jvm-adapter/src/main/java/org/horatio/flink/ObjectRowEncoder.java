// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** Encodes objects by their members; the event type is a member's value or the class's name. */
final class ObjectRowEncoder<T> extends RowEncoder<T> {
  private final FrameBuilder frame;
  private final ClassMapping mapping;
  private final MethodHandle typeMember; // null: the class names the type

  private Class<?> lastClass; // records mostly repeat their class and type
  private String lastType;
  private AttributeFeed[] lastFeeds;
  private TypeBlock lastBlock;

  ObjectRowEncoder(WorkloadDescription workload, FrameBuilder frame, Class<?> root, String typeField) {
    this.frame = frame;
    this.mapping = new ClassMapping(workload);
    this.typeMember = ClassMapping.hasTypeMember(workload, root, typeField)
        ? new ClassMembers(root).find(typeField).handle().asType(MethodType.methodType(Object.class, Object.class))
        : null;
  }

  @Override
  protected TypeBlock fill(T record) {
    try {
      return fillOrThrow(record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new HoratioException("cannot read a " + record.getClass().getName() + ": " + e, e);
    }
  }

  private TypeBlock fillOrThrow(T record) throws Throwable {
    String type = typeOf(record);
    if (type == null) {
      reject("the event type is null");
      return null;
    }
    if (record.getClass() != lastClass || !type.equals(lastType)) {
      select(record.getClass(), type);
    }
    if (lastFeeds == null) {
      return null;
    }
    for (int i = 0; i < lastFeeds.length; i++) {
      String reason = lastFeeds[i].feed(record, lastBlock.column(i));
      if (reason != null) {
        reject(reason);
      }
    }
    return lastBlock;
  }

  private String typeOf(T record) throws Throwable {
    if (typeMember == null) {
      return record.getClass() == lastClass ? lastType : mapping.typeName(record.getClass());
    }
    Object value = (Object) typeMember.invokeExact((Object) record);
    return value instanceof Enum<?> constant ? constant.name() : (String) value;
  }

  private void select(Class<?> type, String eventType) {
    int index = frame.typeIndex(eventType);
    lastFeeds = index < 0 ? null : mapping.feeds(type, eventType);
    lastBlock = index < 0 ? null : frame.block(index);
    lastClass = type;
    lastType = eventType;
  }
}
