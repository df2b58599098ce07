import Foundation
import Glibc

/// An identifier of a program on this machine.
enum VendorIdentifier {
    static let current = identifier(
        machine: try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8), user: geteuid(),
        program: ProcessInfo.processInfo.processName)

    /// Returns a version 8 UUID that is the same for the same values, or `nil` without a machine identifier.
    static func identifier(machine: String?, user: UInt32, program: String) -> UUID? {
        guard let machine = machine?.trimmingCharacters(in: .whitespacesAndNewlines), !machine.isEmpty else {
            return nil
        }
        // machine-id(5) asks programs to publish only a cryptographic hash of the identifier.
        var bytes = SHA256.digest(of: Array("albumen.vendor\0\(machine)\0\(user)\0\(program)".utf8))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
