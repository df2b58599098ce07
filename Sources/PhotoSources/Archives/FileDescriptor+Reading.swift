internal import SystemCalls
internal import SystemPackage

extension FileDescriptor {
    /// Returns bytes at an offset.
    ///
    /// - Throws: `damaged` if the file ends before, and `unreadable` if the disk fails.
    func bytes(at offset: Int64, count: Int) throws(SourceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let step: Result<Int, Errno> = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(Errno) in
                    try read(
                        at: offset + Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
                }
            }
            switch step {
            case .success(0): throw SourceError(.damaged, "it ends too early")
            case .success(let count): done += count
            case .failure(let failure): throw SourceError(.unreadable, "it can't be read: \(failure)")
            }
        }
        return bytes
    }
}
