internal import Glibc
package import SystemPackage

/// Paths are bytes. Paths from old disks and archives aren't always UTF-8. None of these members loses a byte.
extension FilePath {
    package init(bytes: [UInt8]) {
        self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    package var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    /// The path for people and for the catalog. If it isn't UTF-8, each byte beyond ASCII becomes a percent sign and
    /// two hexadecimal digits.
    package var text: String { Self.text(of: bytes) }

    /// Returns a file's name for people and for the catalog, in the form of `text`.
    package static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Appends a name that is one component.
    package func appending(name: [UInt8]) -> FilePath {
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        // Appending a component doesn't parse the rest of the path, which can be long.
        return FilePath.Component(platformString: terminated).map { appending($0) } ?? pushing(FilePath(bytes: name))
    }

    /// The bytes of the last component. Returns `nil` for the root and for an empty path.
    package var name: [UInt8]? {
        // In a debug build, `lastComponent` looks at the whole path, so a deep folder would cost the square of its
        // depth.
        let separator = UInt8(ascii: "/")
        let path = bytes
        guard let end = path.lastIndex(where: { $0 != separator }) else { return nil }
        let start = path[...end].lastIndex(of: separator).map { $0 + 1 } ?? path.startIndex
        return Array(path[start...end])
    }

    /// Returns the absolute path without symbolic links.
    ///
    /// - Throws: The error if there is no file at the path.
    package func resolved() throws(Errno) -> FilePath {
        let found = withPlatformString { path in
            realpath(path, nil).map { Result<_, Errno>.success($0) } ?? .failure(.current)
        }
        let path = try found.get()
        defer { free(path) }
        return FilePath(platformString: path)
    }
}
