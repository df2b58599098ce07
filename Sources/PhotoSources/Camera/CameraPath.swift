internal import CameraWire

/// The path of a file on a camera.
package struct CameraPath: Sendable, Hashable, CustomStringConvertible {
    /// An absolute path.
    package var folder: String
    package var name: String

    package init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// - Parameter text: The form that `description` returns. Returns `nil` if it's no valid path.
    package init?(_ text: String) {
        guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        folder = slash == text.startIndex ? "/" : String(text[..<slash])
        name = String(text[text.index(after: slash)...])
        guard CameraName.isValidFolder(folder), CameraName.isValid(name) else { return nil }
    }

    package var description: String { Self.path(of: name, in: folder) }

    static func path(of name: String, in folder: String) -> String {
        folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
}
