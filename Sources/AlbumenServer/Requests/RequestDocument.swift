import Albumen
import Records

/// The decoded body of a request. Decoding is strict: it rejects unknown fields, and `null` where it has no meaning.
protocol RequestDocument: Decodable, Sendable {
    /// The size limit of the body in bytes.
    static var bodyLimit: Int { get }
}

extension RequestDocument {
    static var bodyLimit: Int { JSONBody.limit }
}

/// The fields of an object in a request's body.
struct RequestFields {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Key>

    /// - Throws: `DecodingError` if the object has an unknown field.
    init(_ decoder: any Decoder, known: Set<String>) throws {
        container = try decoder.container(keyedBy: Key.self)
        if let key = container.allKeys.filter({ !known.contains($0.stringValue) })
            .min(by: { $0.stringValue < $1.stringValue })
        {
            throw refusal(of: key.stringValue, "is no field of this body")
        }
    }

    /// - Throws: `DecodingError` if the object has an unknown field.
    init<Field: CodingKey & CaseIterable>(_ decoder: any Decoder, known: Field.Type) throws {
        try self.init(decoder, known: Set(Field.allCases.map(\.stringValue)))
    }

    func has(_ name: String) -> Bool { container.contains(Key(stringValue: name)) }

    func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try naming(name, type) { try container.decode(type, forKey: Key(stringValue: name)) }
    }

    /// Returns the field's value, or `nil` if the field is missing.
    func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        has(name) ? try value(name, as: type) : nil
    }

    /// Returns the field's value, `nil` if the field is missing, or an inner `nil` if it's `null`.
    func nullable<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value?? {
        guard has(name) else { return .none }
        return .some(
            try naming(name, type) { try container.decodeIfPresent(type, forKey: Key(stringValue: name)) })
    }

    /// Adds the field's name to errors. For a number that is too large for its type, the decoder throws an error of
    /// another type without the name.
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

    /// Returns an error for an invalid field. The reason is a phrase that follows the field's name.
    func refusal(of name: String, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: Key(stringValue: name), in: container, debugDescription: reason)
    }
}

extension RequestFields {
    /// Returns the UUID of a PhotoKit identifier, with or without its suffix.
    func uuid(_ name: String) throws -> String? {
        guard let text = try optional(name, as: String.self) else { return nil }
        return try uuid(text, of: name)
    }

    func nullableUUID(_ name: String) throws -> String?? {
        guard let text = try nullable(name, as: String.self) else { return .none }
        return .some(try text.map { try uuid($0, of: name) })
    }

    /// Returns the identifiers without duplicates, in the order of their first occurrence.
    func uuids(_ name: String, atLeast least: Int = 1, atMost limit: Int = AssetList.limit) throws -> [String] {
        let texts: [String] = try value(name)
        guard (least...limit).contains(texts.count) else {
            throw refusal(of: name, "has \(texts.count) identifiers; give \(least) to \(limit)")
        }
        var seen: Set<String> = []
        return try texts.map { try uuid($0, of: name) }.filter { seen.insert($0).inserted }
    }

    func title(_ name: String) throws -> String? {
        guard let title = try optional(name, as: String.self) else { return nil }
        guard !title.allSatisfy(\.isWhitespace) else { throw refusal(of: name, "is empty") }
        return title
    }

    /// Returns the value whose name the field has, or `nil` if the field is missing.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Value.Type = Value.self
    ) throws -> Value? {
        guard let text = try optional(name, as: String.self) else { return nil }
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw refusal(of: name, "is “\(text.prefix(60))”; choose one of: \(names)")
        }
        return value
    }

    private func uuid(_ text: String, of name: String) throws -> String {
        guard let uuid = LocalIdentifier.uuid(of: text) else {
            throw refusal(of: name, "has “\(text.prefix(60))”, which isn't an identifier")
        }
        return uuid
    }
}
