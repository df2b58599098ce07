import Foundation

/// A path as the file system has it: bytes, which old disks and archives do not always spell in UTF-8.
package struct FilePath: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// For people and for the catalog: the path itself, or with all but ASCII as percent signs and digits where it is no
    /// UTF-8.
    package var text: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    func appending(_ name: [UInt8]) -> FilePath {
        FilePath(bytes == [0x2F] ? bytes + name : bytes + [0x2F] + name)
    }

    /// The folder that a path with a slash lies in, and its name there.
    var split: (folder: FilePath, name: [UInt8])? {
        guard let slash = bytes.lastIndex(of: 0x2F) else { return nil }
        return (FilePath(slash == 0 ? [0x2F] : Array(bytes[..<slash])), Array(bytes[(slash + 1)...]))
    }

    func isInside(_ folder: FilePath) -> Bool {
        bytes == folder.bytes || bytes.starts(with: folder.bytes + [0x2F])
    }

    /// Lends the path to a call of C. A byte of zero within ends it there, as it does for the file system.
    func withCString<Value>(_ body: (UnsafePointer<CChar>) throws -> Value) rethrows -> Value {
        try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return try "".withCString(body) }
            return try body(base)
        }
    }

    /// The absolute path without links; nil where there is no such file.
    var resolved: FilePath? {
        guard let path = withCString({ realpath($0, nil) }) else { return nil }
        defer { free(path) }
        return FilePath(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
    }
}
