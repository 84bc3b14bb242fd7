// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** How objects become rows: for a class and an event type, a feed per column. */
final class ClassMapping {
  private final WorkloadDescription workload;

  ClassMapping(WorkloadDescription workload) {
    this.workload = workload;
  }

  /**
   * The feeds of a class for an event type, in the order of its columns; none if the type is not used.
   *
   * @throws HoratioException if an attribute has no member in the class
   */
  AttributeFeed[] feeds(Class<?> type, String eventType) {
    return workload.types().stream()
        .filter(declared -> declared.used() && declared.name().equals(eventType))
        .flatMap(declared -> declared.columns().stream())
        .map(column -> AttributeFeed.of(type, eventType, column))
        .toArray(AttributeFeed[]::new);
  }

  /** Resolves what is known before the first record, so that a missing attribute is an error at the start. */
  void check(List<Class<?>> classes, String typeField) {
    Class<?> root = classes.get(0);
    if (hasTypeMember(workload, root, typeField)) {
      workload.typeNames().forEach(name -> feeds(root, name));
      return;
    }
    List<Class<?>> named = withPermitted(classes);
    boolean any = false;
    for (Class<?> type : named) {
      String name = typeName(type);
      any |= workload.typeNames().contains(name);
      feeds(type, name);
    }
    boolean open = named.stream().anyMatch(type -> !type.isSealed() && !isFinal(type));
    if (!any && !open || !any && classes.size() > 1) {
      throw new HoratioException(
          root.getName() + " has no String or enum member '" + typeField + "', and none of the classes "
              + named.stream().map(Class::getSimpleName).toList() + " is called like an event type "
              + workload.typeNames()
              + ": add the member, name it by .typeField(...), or give the classes to .event(...)");
    }
  }

  /** Whether a member of the class names the event type; in a schema of one type it may be an attribute instead. */
  static boolean hasTypeMember(WorkloadDescription workload, Class<?> type, String typeField) {
    if (workload.types().size() == 1 && workload.types().get(0).attributes().contains(typeField)) {
      return false;
    }
    ClassMembers.Member member = new ClassMembers(type).find(typeField);
    return member != null && (member.type() == String.class || member.type().isEnum());
  }

  /** The event type of objects of a class: its simple name, or the only type of a schema. */
  String typeName(Class<?> type) {
    return workload.types().size() == 1 ? workload.typeNames().get(0) : type.getSimpleName();
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers());
  }

  private static List<Class<?>> withPermitted(List<Class<?>> classes) {
    List<Class<?>> all = new ArrayList<>(classes);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isSealed()) {
        all.addAll(List.of(all.get(i).getPermittedSubclasses()));
      }
    }
    return all;
  }
}
