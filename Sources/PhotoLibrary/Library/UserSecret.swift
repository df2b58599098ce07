import CAlbumenSystem
import Foundation
import SystemCalls
import SystemPackage

/// 32 random bytes of the user, independent of any library. They identify files that this user's programs made.
///
/// The file is `secret` in `StateFolder`.
enum UserSecret {
    private static let byteCount = 32

    /// The secret of this process's user. All processes of the user share it. If the file can't be created, or if
    /// other users could read it, this process has its own secret.
    static let current = load(environment: ProcessInfo.processInfo.environment) ?? random()

    static func random() -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Reads the secret, and creates it if it's missing. Returns `nil` if both fail.
    static func load(environment: [String: String]) -> Data? {
        guard let folder = StateFolder.url(in: environment) else { return nil }
        let file = folder.appendingPathComponent("secret")
        if let secret = read(file) { return secret }
        guard StateFolder.belongsToUser(folder), make(file) else { return nil }
        return read(file)
    }

    /// Reads the secret. Returns `nil` if other users could have read or written the file.
    private static func read(_ file: URL) -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let status = try? FileDescriptor(rawValue: descriptor).status(), status.isRegularFile,
            status.owner == geteuid(), status.modeBits & 0o077 == 0, status.size == byteCount
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard Glibc.read(descriptor, &bytes, byteCount) == byteCount else { return nil }
        return Data(bytes)
    }

    /// Creates the file atomically. Keeps the file of another process that was faster.
    private static func make(_ file: URL) -> Bool {
        let folder = file.deletingLastPathComponent()
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        guard
            (try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: attributes)) != nil
        else { return false }
        let unfinished = folder.appendingPathComponent("secret.\(UUID().uuidString)")
        let descriptor = open(unfinished.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { unlink(unfinished.path) }
        let written = random().withUnsafeBytes { bytes in
            Result { () throws(Errno) in try FileDescriptor(rawValue: descriptor).write(all: bytes) }
        }
        guard close(descriptor) == 0, case .success = written else { return false }
        return link(unfinished.path, file.path) == 0 || Errno.current == .fileExists
    }
}
