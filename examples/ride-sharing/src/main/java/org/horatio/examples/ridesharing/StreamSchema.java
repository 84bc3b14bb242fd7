// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The event types that a workload declares, with their attributes and declared types: {@code Trade -> {size -> INT}}.
 * Reads the STREAM statement alone and trusts it: the process refuses a faulty workload with the place of every fault.
 */
record StreamSchema(Map<String, Map<String, String>> types) {
  private static final Pattern TOKEN =
      Pattern.compile("--[^\\n]*|/\\*.*?\\*/|\"[^\"]*\"|'[^']*'|\\w+|\\S", Pattern.DOTALL);

  static StreamSchema of(String workload) {
    Deque<String> tokens = tokens(workload);
    Map<String, Map<String, String>> types = new LinkedHashMap<>();
    while (!tokens.isEmpty() && !tokens.peek().equals(";")) {
      if (tokens.pop().equalsIgnoreCase("TYPE") && tokens.size() > 1) {
        String name = name(tokens.pop());
        types.put(name, attributes(tokens));
      }
    }
    if (types.isEmpty()) {
      throw new IllegalArgumentException("the workload declares no event type: STREAM name (TYPE ...);");
    }
    return new StreamSchema(types);
  }

  private static Deque<String> tokens(String text) {
    Deque<String> tokens = new ArrayDeque<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      String token = matcher.group();
      if (!token.startsWith("--") && !token.startsWith("/*")) {
        tokens.add(token);
      }
    }
    return tokens;
  }

  // ( name KIND, name DECIMAL ( 2 ), ... )
  private static Map<String, String> attributes(Deque<String> tokens) {
    Map<String, String> attributes = new LinkedHashMap<>();
    tokens.pop();
    while (tokens.size() > 1 && !tokens.peek().equals(")")) {
      String name = name(tokens.pop());
      attributes.put(name, tokens.pop().toUpperCase());
      if (tokens.size() > 2 && tokens.peek().equals("(")) {
        tokens.pop();
        tokens.pop();
        tokens.pop();
      }
      if (!tokens.isEmpty() && tokens.peek().equals(",")) {
        tokens.pop();
      }
    }
    tokens.poll();
    return attributes;
  }

  private static String name(String token) {
    return token.startsWith("\"") ? token.substring(1, token.length() - 1) : token;
  }
}
