package import CameraWire

/// A camera that is open: a tree of folders and files behind an interface. It's used by one thread at a time.
package protocol CameraDevice: AnyObject, Sendable {
    var description: CameraDescription { get }

    /// Passes what is in a folder, in the device's order, until `body` returns `false`.
    ///
    /// - Parameter path: An absolute path, such as `/`.
    /// - Throws: `SourceError` if the folder can't be listed. Its code is `busy` if the device can't be used any more.
    func forEachEntry(of path: String, _ body: (CameraEntry) throws -> Bool) throws

    /// Passes the bytes of a file in pieces of bounded size.
    ///
    /// - Parameter byteCount: The size of the file in its folder's list.
    /// - Throws: `SourceError` if the file can't be read, or the error of `body`. The code is `busy` if the device can't
    ///   be used any more.
    func read(_ path: CameraPath, byteCount: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

    func close()
}
