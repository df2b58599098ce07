import Foundation

/// The filename in the field `Content-Disposition` of a request (RFC 6266).
enum ContentDisposition {
    /// Returns the filename, or `nil` if there is none or the field is malformed. A name in UTF-8 (`filename*`) has
    /// precedence.
    static func filename(in field: String) -> String? {
        var plain: String?
        for parameter in parameters(of: field) {
            switch parameter.name {
            case "filename*": if let name = extended(parameter.value) { return name }
            case "filename": plain = plain ?? parameter.value
            default: break
            }
        }
        return plain
    }

    /// Returns the parameters after the type. Values in quotes are without them.
    private static func parameters(of field: String) -> [(name: String, value: String)] {
        var parts: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        for character in field {
            if isEscaped {
                parts[parts.count - 1].append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        guard !isQuoted else { return [] }
        return parts.dropFirst().compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            return (
                part[..<equals].trimmingCharacters(in: .whitespaces).lowercased(),
                part[part.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    /// Decodes `UTF-8''name%20of.jpg` (RFC 8187).
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(parts[2]).removingPercentEncoding
    }
}
