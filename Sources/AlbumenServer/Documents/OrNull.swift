/// An optional value that is encoded as `null` if it's unknown, instead of omitting its key.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    let wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
