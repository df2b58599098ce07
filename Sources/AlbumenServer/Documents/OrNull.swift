/// A value whose key is there also when it is not: `null` says that nothing is known.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    let wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
