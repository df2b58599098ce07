internal import Records
internal import SystemCalls
internal import SystemPackage

extension ContainedFiles.Found {
    /// The reason why the file can't be used, or `nil` if it can.
    var problem: SourceDifference.Reason? {
        switch self {
        case .file: nil
        case .empty: .empty
        case .unreadable: .unreadable
        case .absent: .absent
        }
    }

    /// Returns the file in its role, or `nil` if it can't be used.
    func sourceFile(_ type: ResourceType, named name: String) -> SourceFile? {
        guard case .file(let path, let status) = self else { return nil }
        return SourceFile(
            type: type, path: path, name: name, size: Int64(status.size),
            modificationTime: status.modificationTime, identity: status.identity)
    }
}
