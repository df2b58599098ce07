/// What a source says of one value of a photo.
package enum SourceFact<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Nothing. What the photo's file says counts.
    case unknown
    /// That there is no value, whatever the file says.
    case none
    case known(Value)
}

extension SourceFact {
    /// The value, or `nil` if there is none or if the source says nothing.
    package var value: Value? {
        if case .known(let value) = self { value } else { nil }
    }
}
