import Foundation
import SystemCalls
import SystemPackage

/// Reads files with keys.
enum PrivateText {
    /// Returns the bytes of a file that only this user can read, or `nil` if there is none.
    static func read(_ file: URL, limit: Int) throws(CertificateError) -> Data? {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        } catch {
            guard error != .noSuchFileOrDirectory else { return nil }
            throw CertificateError(.unreadable, "\(file.path) can't be read: \(error).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = try? FileDescriptor(rawValue: descriptor).status(), status.isRegularFile,
            status.size <= limit, let bytes = try? handle.readToEnd() ?? Data()
        else { throw CertificateError(.unreadable, "\(file.path) isn't a file with a certificate or key.") }
        guard status.owner == geteuid() || status.owner == 0, status.modeBits & 0o007 == 0 else {
            throw CertificateError(
                .unreadable,
                "\(file.path) has a key, and every user of this machine can read it. Change its mode with: chmod 600")
        }
        return bytes
    }
}
