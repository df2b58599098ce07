import Foundation

/// Reads property lists in XML. Understands the subset of XML that property lists use: no entities of a document's own.
struct XMLPropertyList {
    private enum Tag: Equatable {
        case opening(String)
        case closing(String)
        /// An element without content, such as `<true/>`.
        case empty(String)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var remainingValues = PropertyListLimits.valueCount

    init(_ bytes: [UInt8]) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
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

    /// Returns the next tag. Skips white space, comments, processing instructions and the document type.
    private mutating func nextTag() throws(PropertyListError) -> Tag {
        while true {
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else { throw .malformed }
            if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!DOCTYPE") {
                let start = position
                try skip(past: ">")
                // An internal subset could define entities.
                guard !bytes[start..<position].contains(UInt8(ascii: "[")) else { throw .malformed }
            } else {
                return try tag()
            }
        }
    }

    private mutating func tag() throws(PropertyListError) -> Tag {
        let start = position + 1
        try skip(past: ">")
        var content = bytes[start..<position - 1]
        let isClosing = content.first == UInt8(ascii: "/")
        let isEmpty = content.last == UInt8(ascii: "/")
        if isClosing { content = content.dropFirst() }
        if isEmpty { content = content.dropLast() }
        let name = String(decoding: content.prefix { !Self.isSpace($0) }, as: UTF8.self)
        guard !name.isEmpty, !(isClosing && isEmpty) else { throw .malformed }
        return isClosing ? .closing(name) : isEmpty ? .empty(name) : .opening(name)
    }

    /// Returns the text of an element that contains no others, and skips its closing tag.
    private mutating func text(until name: String) throws(PropertyListError) -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "<") where starts(with: "<!--"): try skip(past: "-->")
            case UInt8(ascii: "<") where starts(with: "<![CDATA["):
                let start = position + 9
                try skip(past: "]]>")
                guard start <= position - 3 else { throw .malformed }
                text += bytes[start..<position - 3]
            case UInt8(ascii: "<"):
                guard try tag() == .closing(name) else { throw .malformed }
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "&"): text += try reference().utf8
            case let byte:
                text.append(byte)
                position += 1
            }
        }
        throw .malformed
    }

    /// Returns the character of a reference such as `&lt;` or `&#233;`.
    private mutating func reference() throws(PropertyListError) -> String {
        let longest = 12
        let rest = bytes[position...].prefix(longest)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw .malformed }
        let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw .malformed }
            return String(Character(scalar))
        }
    }

    private func starts(with text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    private mutating func skip(past text: String) throws(PropertyListError) {
        let end = Array(text.utf8)
        while position + end.count <= bytes.count {
            if bytes[position..<position + end.count].elementsEqual(end) {
                position += end.count
                return
            }
            position += 1
        }
        throw .malformed
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
