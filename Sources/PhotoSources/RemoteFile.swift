/// Files that aren't on a disk of this machine, such as those of a camera or a server.
///
/// Used by several threads at the same time.
package protocol RemoteFiles: AnyObject, Sendable {
    /// Passes a file's bytes in their order, in pieces of bounded size.
    ///
    /// - Parameter identifier: The identity of the file, such as its path on a camera.
    /// - Throws: `SourceError` if the file can't be read as a whole, or the error of `body`. Bytes may have been passed
    ///   before.
    func read(_ identifier: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// A file that isn't on a disk of this machine.
package struct RemoteFile: Sendable, Equatable {
    package var files: any RemoteFiles
    /// The identity of the file, such as its path on a camera.
    package var identifier: String

    package init(_ identifier: String, of files: any RemoteFiles) {
        self.files = files
        self.identifier = identifier
    }

    package static func == (one: RemoteFile, other: RemoteFile) -> Bool {
        one.files === other.files && one.identifier == other.identifier
    }
}
