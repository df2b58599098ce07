package import Records

/// The kind of a source, and its own identity.
package struct SourceKeyDocument: Encodable {
    private let key: SourceKey

    package init(key: SourceKey) {
        self.key = key
    }

    private enum Key: String, CodingKey {
        case identifier, kind
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(key.identifier, forKey: .identifier)
        try container.encode(key.kind.rawValue, forKey: .kind)
    }
}
