// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** Moves one attribute of an object into its column; resolved once, without boxing of primitives. */
@FunctionalInterface
interface AttributeFeed {
  /** Null, or the reason why the object is rejected. */
  String feed(Object record, ColumnBuilder column) throws Throwable;

  /**
   * The feed of an attribute.
   *
   * @throws HoratioException if the class has no such member or one of the wrong type
   */
  static AttributeFeed of(Class<?> type, String eventType, WorkloadDescription.Column attribute) {
    ClassMembers members = new ClassMembers(type);
    ClassMembers.Member member = members.find(attribute.name());
    String wanted = "attribute " + attribute.name() + " (" + attribute.declaredType() + ") of " + eventType;
    if (member == null) {
      throw new HoratioException(type.getName() + " has no member for " + wanted + "; it has " + members.describe());
    }
    if (!ValueConversion.accepts(attribute, member.type())) {
      throw new HoratioException(
          type.getName() + "." + attribute.name() + " is a " + member.type().getSimpleName() + ", which cannot be the "
              + wanted);
    }
    return of(member, attribute);
  }

  private static AttributeFeed of(ClassMembers.Member member, WorkloadDescription.Column attribute) {
    Class<?> type = member.type();
    if (type == double.class || type == float.class) {
      MethodHandle handle = member.handle().asType(MethodType.methodType(double.class, Object.class));
      return (record, column) -> ValueConversion.setDouble((double) handle.invokeExact(record), attribute, column);
    }
    if (type == boolean.class) {
      MethodHandle handle = member.handle().asType(MethodType.methodType(boolean.class, Object.class));
      return (record, column) -> ValueConversion.setBool((boolean) handle.invokeExact(record), attribute, column);
    }
    if (type.isPrimitive() && type != char.class) {
      MethodHandle handle = member.handle().asType(MethodType.methodType(long.class, Object.class));
      return (record, column) -> ValueConversion.setLong((long) handle.invokeExact(record), attribute, column);
    }
    MethodHandle handle = member.handle().asType(MethodType.methodType(Object.class, Object.class));
    return (record, column) -> ValueConversion.setObject((Object) handle.invokeExact(record), attribute, column);
  }
}
