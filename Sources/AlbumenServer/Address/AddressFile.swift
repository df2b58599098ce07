import CodedErrors
package import Foundation
import SystemCalls
import SystemPackage

/// The file in a library's folder with the address of the server that runs, for programs of the library's owner.
///
/// Only the owner can read it. It exists while a server runs, and stays behind if the server is killed. Therefore,
/// programs check that the process runs and listens, and that its socket belongs to the owner.
package struct AddressFile: Sendable {
    package static let name = "server.json"

    private struct Document: Codable, Equatable {
        let address: String
        /// The address of links for the owner's browser.
        let page: String
        let process: Int32
    }

    private let file: URL

    /// - Parameter folder: The library's folder.
    package init(in folder: URL) {
        file = folder.appending(path: Self.name, directoryHint: .notDirectory)
    }

    /// Writes the file atomically. A later server replaces the file of an earlier one.
    ///
    /// - Parameter page: The address of links for the owner's browser (see `OfferedLinks`).
    /// - Throws: `ServerError` if the file can't be written.
    package func write(_ address: ServerAddress, page: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(Document(address: address.origin, page: page, process: getpid()))
        let unfinished = "\(file.path).\(getpid())"
        unlink(unfinished)
        do throws(Errno) {
            let descriptor = try SystemCall.retrying {
                open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
            defer { close(descriptor) }
            let written = bytes.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try FileDescriptor(rawValue: descriptor).write(all: bytes) }
            }
            try written.get()
            guard rename(unfinished, file.path) == 0 else { throw Errno.current }
        } catch {
            unlink(unfinished)
            throw ServerError(
                .cannotWriteAddress,
                "\(file.path) can't be written: \(error). Apps don't find this server without it; make the folder "
                    + "writable.")
        }
    }

    /// Removes the file, unless another server has replaced it.
    package func remove() {
        guard let bytes = try? Data(contentsOf: file),
            let document = try? JSONDecoder().decode(Document.self, from: bytes), document.process == getpid()
        else { return }
        unlink(file.path)
    }
}
