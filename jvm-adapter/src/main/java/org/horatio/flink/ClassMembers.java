// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What can be read of a class by an attribute's name: a record component or accessor {@code name()}, a getter
 * {@code getName()} or {@code isName()}, or a field, in this order.
 */
final class ClassMembers {
  private final Class<?> type;

  ClassMembers(Class<?> type) {
    this.type = type;
  }

  /** A member with its Java type; the handle takes the object. */
  record Member(MethodHandle handle, Class<?> type) {}

  /** The member of a name, or null. */
  Member find(String name) {
    String capital = name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (String method : new String[] {name, "get" + capital, "is" + capital}) {
      Member member = ofMethod(method);
      if (member != null) {
        return member;
      }
    }
    return ofField(name);
  }

  private Member ofMethod(String name) {
    try {
      Method method = type.getMethod(name);
      boolean isValue = !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class
          && method.getDeclaringClass() != Object.class;
      return isValue ? new Member(opened(method, MethodHandles.lookup()::unreflect), method.getReturnType()) : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private Member ofField(String name) {
    for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
          return new Member(opened(field, MethodHandles.lookup()::unreflectGetter), field.getType());
        }
      }
    }
    return null;
  }

  private interface Unreflect<M> {
    MethodHandle of(M member) throws IllegalAccessException;
  }

  private <M extends AccessibleObject> MethodHandle opened(M member, Unreflect<M> unreflect) {
    try {
      member.setAccessible(true);
      return unreflect.of(member);
    } catch (IllegalAccessException | RuntimeException e) {
      throw new HoratioException(member + " cannot be read: make " + type.getName() + " and its member public", e);
    }
  }

  /** All members with their types, for an error that names them. */
  String describe() {
    TreeMap<String, String> members = new TreeMap<>();
    for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          members.put(field.getName(), field.getType().getSimpleName());
        }
      }
    }
    for (Method method : type.getMethods()) {
      String name = method.getName();
      boolean getter = method.getParameterCount() == 0 && name.startsWith("get") && name.length() > 3;
      if (getter && method.getDeclaringClass() != Object.class) {
        members.put(Character.toLowerCase(name.charAt(3)) + name.substring(4), method.getReturnType().getSimpleName());
      }
    }
    List<String> texts = new ArrayList<>();
    members.forEach((name, kind) -> texts.add(name + " (" + kind + ")"));
    return texts.isEmpty() ? "no fields" : String.join(", ", texts);
  }
}
