internal import Records
internal import SystemCalls
internal import SystemPackage

extension TakeoutListing {
    /// Adds the files of a compressed TAR archive, which is decompressed once. The documents go to the spool, because
    /// reading each from the archive would decompress megabytes. The files before a damage are added.
    ///
    /// - Returns: Whether the archive can be read to its end.
    /// - Throws: The error of the temporary folder, or `unsupported` if there are too many files.
    mutating func add(tgz path: FilePath, export: String, spool: SourceSpool, reader: SourceFileReader)
        throws(SourceError) -> Bool
    {
        let archive: FileDescriptor
        do {
            archive = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch {
            noteUnreadable(path, "it can't be opened: \(error)")
            return false
        }
        defer { try? archive.close() }
        guard let status = try? archive.status(), status.isRegularFile, let spoolIdentity = spool.identity else {
            noteUnreadable(path, "it isn't a file")
            return false
        }
        let (index, spoolIndex) = (archives.count, archives.count + 1)
        archives.append(Archive(path: path, identity: status.identity))
        archives.append(Archive(path: spool.path, identity: spoolIdentity, isSpool: true))
        var tar = TarReader(limits: ArchiveLimits()) { path, size in
            size <= TakeoutDocument.byteLimit && path.suffix(5).elementsEqual(TakeoutDocumentNames.suffix.utf8)
        }
        var members: [TarReader.Member] = []
        var offsets: [Int: Int64] = [:]
        var places = GzipIndex(spool: spool)
        var fault: String?
        do {
            try places.read(archive, limits: ArchiveLimits(), reader: reader) { piece in
                try tar.read(piece) { member in
                    var member = member
                    if let bytes = member.bytes {
                        offsets[members.count] = try bytes.withUnsafeBytes { bytes in try spool.append(bytes) }
                    }
                    member.bytes = nil
                    members.append(member)
                }
            }
            if !tar.isFinished { throw SourceError(.damaged, "it ends too early") }
        } catch {
            if let error = error as? SourceError, error.code == .temporaryFolder { throw error }
            fault = (error as? SourceError)?.message ?? "\(error)"
        }
        for (number, member) in members.enumerated() {
            let place: SourceFile.Member
            if let offset = offsets[number] {
                place = .range(offset: offset)
            } else if let found = places.place(at: member.offset) {
                place = .gzip(found)
            } else {
                continue
            }
            try add(member, place, archive: offsets[number] == nil ? index : spoolIndex, of: path, export: export)
        }
        if let fault { noteUnreadable(path, fault) }
        return fault == nil
    }

    private mutating func add(
        _ member: TarReader.Member, _ place: SourceFile.Member, archive: Int, of path: FilePath, export: String
    ) throws(SourceError) {
        let text = String(validating: member.path, as: UTF8.self).map {
            $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0
        }
        let fault = text.map { ArchiveLimits().fault(ofPath: $0) } ?? "the name isn't UTF-8"
        guard let text, fault == nil else {
            let name = String(FilePath.text(of: member.path).prefix(300))
            differences.append(
                ("\(path.text): \(name)", SourceDifference(.otherFiles, .unreadable, detail: fault)))
            return
        }
        let names = text.split(separator: "/").map(String.init)
        guard let name = names.last else { return }
        let (time, isBeyond) = member.modificationTime.multipliedReportingOverflow(by: 1_000_000_000)
        let entry = TakeoutEntry(
            name: name, size: member.size, modificationTime: isBeyond ? 0 : time,
            place: .member(archive: archive, place))
        try add(entry, folders: names.dropLast(), export: export)
    }
}
