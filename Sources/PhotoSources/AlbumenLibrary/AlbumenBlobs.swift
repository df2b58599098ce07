internal import Records
internal import SystemCalls
internal import SystemPackage

/// The blobs in the folder `originals` of another library.
struct AlbumenBlobs {
    enum Found {
        case file(SourceFile)
        /// The reason why the file isn't here, with a detail such as its path.
        case problem(SourceDifference.Reason, String)
    }

    let files: ContainedFiles

    /// Finds the bytes of a file. A file within another one is a range of the other, unless the library has it by
    /// itself.
    ///
    /// - Parameter name: The name for people.
    func find(_ file: AlbumenItemRow.File, named name: String) -> Found {
        let record = file.record
        guard record.sha256 != .zero else { return .problem(.unreadable, "\(name): its SHA-256 is damaged") }
        let path = Self.path(of: record.sha256)
        let found = files.find(path)
        if case .absent = found, let place = record.container {
            return find(within: place, file, named: name)
        }
        guard var source = found.sourceFile(record.type, named: name) else { return problem(found, file, path) }
        guard source.size == record.fileSize else {
            return .problem(.unreadable, "\(path) has \(source.size) bytes instead of \(record.fileSize)")
        }
        source.sha256 = record.sha256
        return .file(source)
    }

    private func find(within place: ContainerPlace, _ file: AlbumenItemRow.File, named name: String) -> Found {
        guard place.container != .zero else { return .problem(.unreadable, "\(name): its SHA-256 is damaged") }
        let path = Self.path(of: place.container)
        let found = files.find(path)
        guard var source = found.sourceFile(file.record.type, named: name) else { return problem(found, file, path) }
        let size = file.record.fileSize
        let (end, isBeyond) = place.offset.addingReportingOverflow(size)
        guard place.offset >= 0, size > 0, !isBeyond, end <= source.size else {
            return .problem(.unreadable, "\(path) is too short for \(name)")
        }
        source.member = .range(offset: place.offset)
        source.size = size
        source.sha256 = file.record.sha256
        return .file(source)
    }

    private func problem(_ found: ContainedFiles.Found, _ file: AlbumenItemRow.File, _ path: String) -> Found {
        let reason = found.problem ?? .unreadable
        return .problem(reason == .absent && file.isInPlace ? .inCloud : reason, path)
    }

    private static func path(of digest: BlobDigest) -> String {
        let digits = digest.hexadecimal
        return "originals/\(digits.prefix(2))/\(digits)"
    }
}

extension AlbumenBlobs.Found {
    var file: SourceFile? {
        if case .file(let file) = self { file } else { nil }
    }
}
