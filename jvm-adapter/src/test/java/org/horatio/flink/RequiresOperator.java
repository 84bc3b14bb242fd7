// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs the native binary; skipped where neither the system property nor the environment variable names it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresOperator.Condition.class)
@interface RequiresOperator {
  /** Whether the binary is named. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      String property = System.getProperty(OperatorBinary.PROPERTY, "");
      String variable = System.getenv(OperatorBinary.VARIABLE);
      return property.isEmpty() && (variable == null || variable.isEmpty())
          ? ConditionEvaluationResult.disabled("no horatio-operator is named by -D" + OperatorBinary.PROPERTY)
          : ConditionEvaluationResult.enabled("a horatio-operator is named");
    }
  }
}
