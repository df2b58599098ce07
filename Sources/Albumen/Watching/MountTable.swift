import Foundation
import SystemCalls
import SystemPackage

/// The kernel's table of mounted disks. `poll` reports its changes as `POLLPRI`. Only one thread may use it.
final class MountTable {
    let descriptor: Int32

    /// - Returns: `nil` if there is no such table, for example without `/proc`.
    init?() {
        descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Returns the lines of the mounts whose folder is a path, lies in it, or contains it.
    ///
    /// - Complexity: O(*n*) for *n* mounts.
    func mounts(around path: FilePath) -> [String] {
        lines().filter { line in
            let fields = line.split(separator: " ")
            guard fields.count > 4 else { return false }
            let folder = FilePath(bytes: Self.unescaped(fields[4]))
            return folder.starts(with: path) || path.starts(with: folder)
        }
    }

    private func lines() -> [String] {
        lseek(descriptor, 0, SEEK_SET)
        var data = Data()
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                data.append(contentsOf: buffer[..<count])
            }
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the bytes of a path in which a backslash and three octal digits stand for white space.
    private static func unescaped(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}
