/// An optional value that is encoded as `null` if it's unknown, instead of omitting its key.
// swift-format-ignore: UseSynthesizedInitializer
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    // The synthesized one has a default, with which a property would be assigned twice.
    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
