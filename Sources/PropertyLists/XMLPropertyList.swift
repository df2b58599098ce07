import Foundation
import XMLTokens

/// Reads property lists in XML. Understands the subset of XML that property lists use: no entities of a document's own.
struct XMLPropertyList {
    private enum Tag: Equatable {
        case opening(String)
        case closing(String)
        /// An element without content, such as `<true/>`.
        case empty(String)
    }

    private var tokens: XMLTokenizer
    private var remainingValues = PropertyListLimits.valueCount

    init(_ bytes: [UInt8]) {
        tokens = XMLTokenizer(bytes)
    }

    func value() throws(PropertyListError) -> PropertyListValue {
        var reader = self
        guard try reader.nextTag() == .opening("plist") else { throw .malformed }
        let value = try reader.value(try reader.nextTag(), depth: 0)
        guard try reader.nextTag() == .closing("plist") else { throw .malformed }
        return value
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth < PropertyListLimits.depth, remainingValues > 0 else { throw .tooLarge }
        remainingValues -= 1
        switch tag {
        case .closing: throw .malformed
        case .empty(let name): return try Self.value(name, text: "")
        case .opening("dict"): return try dictionary(depth)
        case .opening("array"):
            var values: [PropertyListValue] = []
            while true {
                let tag = try nextTag()
                if tag == .closing("array") { return .array(values) }
                values.append(try value(tag, depth: depth + 1))
            }
        case .opening(let name):
            return try Self.value(name, text: try text(until: name))
        }
    }

    private mutating func dictionary(_ depth: Int) throws(PropertyListError) -> PropertyListValue {
        var values: [String: PropertyListValue] = [:]
        while true {
            switch try nextTag() {
            case .closing("dict"): return .dictionary(values)
            case .empty("key"): values[""] = try value(try nextTag(), depth: depth + 1)
            case .opening("key"):
                let key = try text(until: "key")
                values[key] = try value(try nextTag(), depth: depth + 1)
            default: throw .malformed
            }
        }
    }

    private static func value(_ name: String, text: String) throws(PropertyListError) -> PropertyListValue {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "string": return .string(text)
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "dict": return .dictionary([:])
        case "array": return .array([])
        case "date":
            guard let date = try? Date(trimmed, strategy: .iso8601) else { throw .malformed }
            return .date(date)
        case "integer":
            guard let number = Int64(trimmed) else { throw .malformed }
            return .integer(number)
        case "real":
            guard let number = Double(trimmed) else { throw .malformed }
            return .real(number)
        case "data":
            guard let data = Data(base64Encoded: trimmed, options: .ignoreUnknownCharacters) else { throw .malformed }
            return .data(data)
        default: throw .malformed
        }
    }

    // MARK: Markup

    private mutating func next() throws(PropertyListError) -> XMLToken {
        do {
            guard let token = try tokens.next() else { throw PropertyListError.malformed }
            return token
        } catch {
            throw .malformed
        }
    }

    /// Returns the next tag. Skips white space, comments, processing instructions and the document type.
    private mutating func nextTag() throws(PropertyListError) -> Tag {
        while true {
            let token = try next()
            switch token.kind {
            case .comment, .instruction, .documentType: break
            case .text where tokens.bytes[token.range].allSatisfy(XMLTokenizer.isSpace): break
            case .text, .literal: throw .malformed
            case .start(let name, _, let isEmpty):
                return isEmpty ? .empty(tokens.text(name)) : .opening(tokens.text(name))
            case .end(let name): return .closing(tokens.text(name))
            }
        }
    }

    /// Returns the text of an element that contains no others, and skips its closing tag.
    private mutating func text(until name: String) throws(PropertyListError) -> String {
        var text: [UInt8] = []
        while true {
            let token = try next()
            switch token.kind {
            case .comment: break
            case .literal(let content): text += tokens.bytes[content]
            case .end(let closed) where tokens.text(closed) == name: return String(decoding: text, as: UTF8.self)
            case .text:
                guard let resolved = try? tokens.resolved(token.range) else { throw .malformed }
                text += resolved
            case .end, .start, .instruction, .documentType: throw .malformed
            }
        }
    }
}
