/// The path of a file or folder that a sender has sent. It's a name in an index, and never one of a file system.
package struct SentPath: Hashable, Sendable {
    /// The longest name in bytes, the most folders, and the longest path in bytes.
    package static let nameLimit = 255
    package static let depthLimit = 32
    package static let lengthLimit = 2_048

    package let names: [String]

    /// The sender's folder.
    package static let root = SentPath(unchecked: [])

    private init(unchecked names: [String]) { self.names = names }

    /// Returns `nil` if a name can't be one of a file: if it's empty, `.` or `..`, too long, or has a slash or a control
    /// character.
    package init?(_ names: [String]) {
        guard names.count <= Self.depthLimit, names.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.lengthLimit,
            names.allSatisfy(Self.isName)
        else { return nil }
        self.names = names
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= nameLimit
            && name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    }

    package var isRoot: Bool { names.isEmpty }
    package var name: String { names.last ?? "" }
    package var parent: SentPath { SentPath(unchecked: Array(names.dropLast())) }

    /// The names with slashes between them.
    package var text: String { names.joined(separator: "/") }

    package func appending(_ name: String) -> SentPath? { SentPath(names + [name]) }

    /// Whether the path is another one, or in the folder of another one.
    package func isWithin(_ folder: SentPath) -> Bool { names.starts(with: folder.names) }

    /// Returns the path in another folder, for a path in `folder`.
    package func moved(from folder: SentPath, to other: SentPath) -> SentPath? {
        SentPath(other.names + names.dropFirst(folder.names.count))
    }

    /// A path of the index, which was checked when it was stored.
    init(stored parent: String, _ name: String) {
        names = Self.names(in: parent) + [name]
    }

    /// Splits at the slashes themselves: one with a combining character after it is another `Character`.
    static func names(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }
}
