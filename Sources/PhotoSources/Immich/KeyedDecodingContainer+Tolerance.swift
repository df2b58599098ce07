/// Reads values that versions of a server leave out, or write in another form.
extension KeyedDecodingContainer {
    func text(_ key: Key) -> String? { try? decodeIfPresent(String.self, forKey: key) }
    func flag(_ key: Key) -> Bool? { try? decodeIfPresent(Bool.self, forKey: key) }
    func number(_ key: Key) -> Double? { try? decodeIfPresent(Double.self, forKey: key) }
    func integer(_ key: Key) -> Int64? { try? decodeIfPresent(Int64.self, forKey: key) }
    func identifier(_ key: Key) -> ImmichIdentifier? { ImmichIdentifier(text(key)) }

    func value<Value: Decodable>(_ key: Key) -> Value? { try? decodeIfPresent(Value.self, forKey: key) }
}
