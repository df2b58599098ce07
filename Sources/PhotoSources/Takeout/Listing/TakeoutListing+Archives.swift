internal import Records
internal import SystemCalls
internal import SystemPackage

extension TakeoutListing {
    /// Adds the members of a ZIP archive, and returns whether it can be read.
    mutating func add(zip path: FilePath, export: String) throws(SourceError) -> Bool {
        let listing: ZipListing
        let identity: Stat.Identity
        do throws(SourceError) {
            (listing, identity) = try Self.members(of: path)
        } catch {
            noteUnreadable(path, error.message)
            return false
        }
        let index = archives.count
        archives.append(Archive(path: path, identity: identity))
        for member in listing.members {
            let names = member.path.split(separator: "/").map(String.init)
            guard let name = names.last else { continue }
            let entry = TakeoutEntry(
                name: name, size: member.size, modificationTime: member.modificationTime,
                place: .member(archive: index, .zip(member.contents)))
            try add(entry, folders: names.dropLast(), export: export)
        }
        for refusal in listing.refusals {
            differences.append(
                (
                    "\(path.text): \(refusal.name)",
                    SourceDifference(.otherFiles, .unreadable, detail: refusal.reason)
                ))
        }
        if listing.refusalCount > listing.refusals.count {
            let count = listing.refusalCount - listing.refusals.count
            differences.append(
                (path.text, SourceDifference(.otherFiles, .unreadable, detail: "\(count) further files aren't used")))
        }
        return true
    }

    /// Lists an archive that can't be read to its end. The others are still read.
    mutating func noteUnreadable(_ path: FilePath, _ reason: String) {
        differences.append((path.text, SourceDifference(.otherFiles, .unreadable, detail: reason)))
        unreadableParts.append((path.text, reason))
    }

    private static func members(of path: FilePath) throws(SourceError) -> (ZipListing, Stat.Identity) {
        let archive: FileDescriptor
        do {
            archive = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch {
            throw SourceError(.unreadable, "it can't be opened: \(error)")
        }
        defer { try? archive.close() }
        guard let status = try? archive.status(), status.isRegularFile else {
            throw SourceError(.unreadable, "it isn't a file")
        }
        let listing = try ZipDirectoryReader.listing(of: archive, byteCount: Int64(status.size))
        return (listing, status.identity)
    }
}
