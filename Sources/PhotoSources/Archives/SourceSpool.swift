internal import Foundation
internal import SystemCalls
package import SystemPackage

/// A temporary file for small parts of archives that can only be read forward. It's removed with the object.
package final class SourceSpool {
    package let path: FilePath
    private let file: FileDescriptor
    private var byteCount: Int64 = 0

    /// - Throws: `temporaryFolder` if the folder can't be written to.
    package init(in folder: FilePath) throws(SourceError) {
        path = folder.appending("takeout-\(UUID().uuidString)")
        do {
            file = try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        } catch {
            throw SourceError(.temporaryFolder, "The temporary folder \(folder.text) can't be written to: \(error).")
        }
    }

    deinit {
        try? file.close()
        remove()
    }

    /// Removes the file. Its bytes can't be read afterwards.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    var identity: Stat.Identity? { (try? file.status())?.identity }

    /// Appends bytes, and returns their position.
    ///
    /// - Throws: `temporaryFolder` if the disk is full or fails.
    func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) -> Int64 {
        let position = byteCount
        do throws(Errno) {
            try file.write(all: bytes, at: position)
        } catch {
            throw SourceError(
                .temporaryFolder,
                "The temporary file \(path.text) can't be written: \(error). Set TMPDIR to a folder with more room.")
        }
        byteCount += Int64(bytes.count)
        return position
    }
}
