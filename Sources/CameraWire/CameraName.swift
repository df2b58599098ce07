/// The names of a camera's files and folders, which are hostile text.
package enum CameraName {
    package static let byteLimit = 255
    /// The longest path of a folder, in bytes.
    package static let pathLimit = 4_096

    /// Returns whether a text is one component of a path, without control characters.
    package static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= byteLimit
            && name.unicodeScalars.allSatisfy { $0 != "/" && !isControl($0) }
    }

    /// Returns whether a text is the absolute path of a folder, without control characters.
    package static func isValidFolder(_ path: String) -> Bool {
        guard path.hasPrefix("/"), path.utf8.count <= pathLimit else { return false }
        return path == "/"
            || path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { isValid(String($0)) }
    }

    /// Returns a text for people: without control characters, and not longer than a name.
    package static func printable(_ text: String) -> String {
        var answer = ""
        for scalar in text.unicodeScalars {
            guard answer.utf8.count < byteLimit else { return answer + "…" }
            if isControl(scalar) {
                answer += "%" + String(scalar.value, radix: 16, uppercase: true)
            } else {
                answer.unicodeScalars.append(scalar)
            }
        }
        return answer
    }

    /// Control characters, and format characters such as those that reverse the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }
}
