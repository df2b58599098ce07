internal import SystemCalls
internal import SystemPackage

extension PhotoPrismTree {
    /// Returns the first bytes of a file.
    ///
    /// - Returns: `nil` if there is no such file, or if it can't be read.
    func read(_ path: String, first limit: Int) -> [UInt8]? {
        guard case .file(let path, _) = files.find(path),
            let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
        else { return nil }
        defer { try? file.close() }
        return try? [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try file.read(at: Int64(count), into: rest)
                guard read > 0 else { return }
                count += read
            }
        }
    }

    /// Returns what the start of a photo's YAML file says, which is nothing if it can't be read.
    func head(_ path: String) -> PhotoPrismHead { PhotoPrismHead(read(path, first: PhotoPrismHead.size) ?? []) }

    /// Returns the bytes of a YAML file.
    func contents(_ path: String, limit: Int) throws(YAMLDocument.Failure) -> [UInt8] {
        guard case .file(_, let status) = files.find(path) else { throw .unreadable }
        guard status.size <= limit else { throw .tooLarge }
        // The file can grow meanwhile.
        guard let bytes = read(path, first: Int(status.size) + 1) else { throw .unreadable }
        return bytes
    }
}
