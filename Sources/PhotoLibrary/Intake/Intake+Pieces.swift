import BlobStore
package import Foundation
import SystemCalls
import SystemPackage

/// Bytes that arrive in pieces, such as those of an archive's member.
extension Intake {
    /// Stages bytes, and calls `body` with the staged copy. Staging that source again copies nothing.
    ///
    /// - Parameters:
    ///   - filename: The name that the media worker takes into account.
    ///   - label: The name in error messages.
    ///   - size: The number of bytes that are expected.
    ///   - fileDate: When the file was last changed.
    ///   - write: Passes the pieces in their order.
    /// - Throws: `IntakeFailure` if the bytes can't be taken in, and the errors of `write` and `body`. In both cases, the
    ///   copy is removed. Other errors concern the library or the worker.
    package func withPieces<Value>(
        named filename: String, label: String, size: Int64, fileDate: Date,
        from write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void,
        _ body: (IntakeSource) throws -> Value
    ) throws -> Value {
        guard let staging else { preconditionFailure("A dry run stages nothing.") }
        try requireRoom(for: size, label: label)
        let staged = try staging.stage(pieces: write)
        do {
            return try staging.withDescriptor(of: staged) { descriptor in
                let status = try FileDescriptor(rawValue: descriptor).status()
                return try read(
                    IntakeSource(
                        bytes: .file(descriptor, status), filename: filename, label: label, staged: staged,
                        fileDate: fileDate), body)
            }
        } catch {
            staging.release([staged])
            throw error
        }
    }
}
