// What a client's generic code asks of a type.

func requireSendable<Value: Sendable>(_ value: Value) {}
func requireHashable<Value: Hashable>(_ value: Value) {}
func requireRawValue<Value: RawRepresentable>(_ value: Value) where Value.RawValue == Int {}
func requireOptionSet<Value: OptionSet & Hashable & Sendable>(_ value: Value) where Value.RawValue == UInt {}
