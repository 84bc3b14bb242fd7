// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;

/** Encodes objects by their members; the event type is a member's value or the class's name. */
final class ObjectRowEncoder<T> extends RowEncoder<T> {
  private static final Target IGNORED = new Target(new AttributeFeed[0], null, null);

  private final FrameBuilder frame;
  private final ClassMapping mapping;
  private final MethodHandle typeMember; // null: the class names the type

  private final Map<Class<?>, Map<String, Target>> targets = new HashMap<>();
  private Class<?> lastClass; // records mostly repeat their class
  private String lastClassName;
  private Map<String, Target> lastTargets;

  /** Where objects of a class and an event type go, or why they cannot. */
  private record Target(AttributeFeed[] feeds, TypeBlock block, String rejection) {}

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
    if (record.getClass() != lastClass) {
      lastClass = record.getClass();
      lastClassName = mapping.typeName(lastClass);
      lastTargets = targets.computeIfAbsent(lastClass, unseen -> new HashMap<>());
    }
    String type = typeOf(record);
    if (type == null) {
      reject("the event type is null");
      return null;
    }
    Target target = lastTargets.get(type);
    return fill(record, target == null ? resolve(type) : target);
  }

  private TypeBlock fill(T record, Target target) throws Throwable {
    if (target.rejection != null) {
      reject(target.rejection);
      return null;
    }
    for (int i = 0; i < target.feeds.length; i++) {
      String reason = target.feeds[i].feed(record, target.block.column(i));
      if (reason != null) {
        reject(reason);
      }
    }
    return target.block;
  }

  private String typeOf(T record) throws Throwable {
    if (typeMember == null) {
      return lastClassName;
    }
    Object value = (Object) typeMember.invokeExact((Object) record);
    return value instanceof Enum<?> constant ? constant.name() : (String) value;
  }

  // Types that no query uses are not kept: there may be any number of them.
  private Target resolve(String eventType) {
    int index = frame.typeIndex(eventType);
    if (index < 0 || frame.block(index) == null) {
      return IGNORED;
    }
    Target target = target(eventType, frame.block(index));
    lastTargets.put(eventType, target);
    return target;
  }

  // A class that nobody named at the start may lack an attribute.
  private Target target(String eventType, TypeBlock block) {
    try {
      return new Target(mapping.feeds(lastClass, eventType), block, null);
    } catch (HoratioException e) {
      return new Target(null, null, e.getMessage());
    }
  }
}
