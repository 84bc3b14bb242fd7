// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of result rows, so that Flink never falls back to a generic serialiser. */
public final class TrendResultTypeInfo extends TypeInformation<TrendResult> {
  private static final long serialVersionUID = 1L;
  static final TrendResultTypeInfo INSTANCE = new TrendResultTypeInfo();

  /** Lets Flink find the type by the class alone. */
  public static final class Factory extends TypeInfoFactory<TrendResult> {
    @Override
    public TypeInformation<TrendResult> createTypeInfo(Type type, Map<String, TypeInformation<?>> parameters) {
      return INSTANCE;
    }
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<TrendResult> getTypeClass() {
    return TrendResult.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<TrendResult> createSerializer(SerializerConfig config) {
    return TrendResultSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "TrendResult";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrendResultTypeInfo;
  }

  @Override
  public int hashCode() {
    return TrendResultTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof TrendResultTypeInfo;
  }
}
