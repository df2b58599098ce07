import Albumen
import Records

/// What a request's body says. It is read strictly: what is not known is refused, and so is `null` where that means nothing.
protocol RequestDocument: Decodable, Sendable {}

/// The fields of an object in a request's body.
struct RequestFields {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Key>

    /// - Throws: `DecodingError` where there is a field that is not one of these.
    init(_ decoder: any Decoder, known: Set<String>) throws {
        container = try decoder.container(keyedBy: Key.self)
        if let key = container.allKeys.filter({ !known.contains($0.stringValue) })
            .min(by: { $0.stringValue < $1.stringValue })
        {
            throw refusal(of: key.stringValue, "is no field of this body")
        }
    }

    func has(_ name: String) -> Bool { container.contains(Key(stringValue: name)) }

    func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try naming(name, type) { try container.decode(type, forKey: Key(stringValue: name)) }
    }

    /// Nil where the field is not there.
    func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        has(name) ? try value(name, as: type) : nil
    }

    /// Nil where the field is not there, an inner nil where it is `null`.
    func nullable<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value?? {
        guard has(name) else { return .none }
        return .some(
            try naming(name, type) { try container.decodeIfPresent(type, forKey: Key(stringValue: name)) })
    }

    /// Of a number that does not fit its type, the decoder does not tell whose it is, and throws an error of its own.
    private func naming<Value, Result>(_ name: String, _: Value.Type, _ decode: () throws -> Result) throws -> Result {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw error
        } catch {
            let path = container.codingPath + [Key(stringValue: name)]
            throw DecodingError.typeMismatch(
                Value.self, DecodingError.Context(codingPath: path, debugDescription: "\(error)"))
        }
    }

    /// Why a field cannot be what it is, in words that follow its name.
    func refusal(of name: String, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: Key(stringValue: name), in: container, debugDescription: reason)
    }
}

extension RequestFields {
    /// An identifier of PhotoKit's, with or without its suffix, as a UUID.
    func uuid(_ name: String) throws -> String? {
        guard let text = try optional(name, as: String.self) else { return nil }
        return try uuid(text, of: name)
    }

    func nullableUUID(_ name: String) throws -> String?? {
        guard let text = try nullable(name, as: String.self) else { return .none }
        return .some(try text.map { try uuid($0, of: name) })
    }

    /// Each identifier once, in the order in which they came first. At most 10,000.
    func uuids(_ name: String, atLeast least: Int = 1) throws -> [String] {
        let texts: [String] = try value(name)
        guard (least...AssetList.limit).contains(texts.count) else {
            throw refusal(of: name, "has \(texts.count) identifiers; give \(least) to \(AssetList.limit)")
        }
        var seen: Set<String> = []
        return try texts.map { try uuid($0, of: name) }.filter { seen.insert($0).inserted }
    }

    func title(_ name: String) throws -> String? {
        guard let title = try optional(name, as: String.self) else { return nil }
        guard !title.allSatisfy(\.isWhitespace) else { throw refusal(of: name, "is empty") }
        return title
    }

    private func uuid(_ text: String, of name: String) throws -> String {
        guard let uuid = LocalIdentifier.uuid(of: text) else {
            throw refusal(of: name, "has “\(text.prefix(60))”, which is no identifier")
        }
        return uuid
    }
}
