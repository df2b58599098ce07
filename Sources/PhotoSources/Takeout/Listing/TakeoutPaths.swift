internal import SystemCalls
package import SystemPackage

/// The folders and archives that a user names, with the archives in the named folders.
package struct TakeoutPaths {
    package private(set) var folders: [FilePath] = []
    /// The archives with their names in the form of Google's, if they have it. Each part once.
    package private(set) var archives: [(path: FilePath, name: TakeoutArchiveName?)] = []
    /// Further files of the same parts, such as those that a browser stored twice.
    package private(set) var repeatedArchives: [FilePath] = []
    private var parts: Set<TakeoutArchiveName> = []

    /// - Throws: `unreadable` if one of the paths can't be read.
    package init(_ paths: [FilePath]) throws(SourceError) {
        for path in paths {
            let status: Stat
            do {
                status = try path.stat()
            } catch {
                throw SourceError(.unreadable, "\(path.text) can't be read: \(error).")
            }
            if status.isFolder {
                folders.append(path)
                for name in Self.archiveNames(in: path) {
                    add(path.appending(name: name), name: TakeoutArchiveName(FilePath.text(of: name)))
                }
            } else {
                // Archives are opened without following links.
                let resolved = (try? path.resolved()) ?? path
                add(resolved, name: path.name.flatMap { TakeoutArchiveName(FilePath.text(of: $0)) })
            }
        }
    }

    /// The time of the export of an archive, or an empty text if all archives have the same.
    func export(of name: TakeoutArchiveName?) -> String {
        Set(archives.compactMap(\.name?.time)).count > 1 ? name?.time ?? "" : ""
    }

    private mutating func add(_ path: FilePath, name: TakeoutArchiveName?) {
        if let name, !parts.insert(name).inserted {
            repeatedArchives.append(path)
        } else {
            archives.append((path, name))
        }
    }

    /// Returns whether a file starts like those of gzip.
    static func isTGZ(_ path: FilePath) -> Bool {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) else {
            return false
        }
        defer { try? file.close() }
        return (try? file.bytes(at: 0, count: 2)) == [0x1F, 0x8B]
    }

    /// Returns the names of exports' archives in a folder.
    static func archiveNames(in folder: FilePath) -> [[UInt8]] {
        guard let open = try? OpenFolder(at: folder), let names = try? open.names() else { return [] }
        return names.filter { name in
            TakeoutArchiveName(FilePath.text(of: name)) != nil
                && ((try? open.status(of: name, followsLinks: false))?.isRegularFile ?? false)
        }
    }
}
