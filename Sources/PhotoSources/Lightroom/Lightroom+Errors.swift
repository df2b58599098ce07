internal import GRDB
internal import SystemCalls
internal import SystemPackage

extension Lightroom {
    /// A name that the catalogue must have, and doesn't.
    struct MissingName: Error {
        var name: String
    }

    /// The first bytes of a rollback journal that belongs to an unfinished change.
    private static let journalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// Refuses a catalogue that Lightroom has open, or that it didn't finish changing.
    static func checkLock(of catalog: FilePath) throws(SourceError) {
        func sibling(_ ending: String) -> FilePath {
            let name = catalog.lastComponent.map { FilePath($0.string).bytes } ?? []
            return catalog.removingLastComponent().appending(name: name + Array(ending.utf8))
        }
        if (try? Stat(sibling(".lock"), flags: .symlinkNoFollow)) != nil {
            throw SourceError(
                .busy,
                """
                Lightroom has \(catalog.text) open. Quit Lightroom, and try again. If Lightroom isn't running, delete \
                the file \(sibling(".lock").text).
                """)
        }
        // Without its journal, a half-written catalogue can look whole.
        if start(of: sibling("-journal")) == journalMark {
            throw SourceError(
                .busy,
                """
                \(catalog.text) has an unfinished change. Open the catalogue in Lightroom, quit Lightroom, and try \
                again.
                """)
        }
    }

    private static func start(of path: FilePath) -> [UInt8]? {
        guard (try? Stat(path, flags: .symlinkNoFollow))?.isRegularFile == true,
            let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
        else { return nil }
        defer { try? file.close() }
        return try? [UInt8](unsafeUninitializedCapacity: journalMark.count) { buffer, count in
            count = try file.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Returns the error for people of a failed copy of the catalogue.
    static func sourceError(_ failure: DatabaseCopy.Failure, catalog: FilePath) -> SourceError {
        switch failure {
        case .unreadable(let path, let errno):
            SourceError(.unreadable, "\(path.text) can't be read: \(errno).")
        case .unwritable(let path, let errno):
            SourceError(.unreadable, "The catalogue can't be copied to \(path.text): \(errno).")
        case .unusable:
            SourceError(.damaged, "\(catalog.text) isn't a file, or is larger than Albumen reads.")
        case .tooLittleSpace(let needed, let free):
            SourceError(
                .unreadable,
                """
                The copy of \(catalog.text) needs \(needed >> 20) MB, and \(max(0, free) >> 20) MB are free. Free some \
                space, and try again.
                """)
        case .changing:
            SourceError(.busy, "Lightroom is running and changes \(catalog.text). Quit Lightroom, and try again.")
        }
    }

    /// Returns the error for people of a catalogue that can't be read.
    static func sourceError(_ error: any Error, catalog: FilePath) -> SourceError {
        switch error {
        case let error as SourceError:
            return error
        case let error as MissingName:
            return SourceError(
                .unsupported,
                "The catalogue \(catalog.text) has no “\(error.name)”. Albumen doesn't read this version.")
        case let error as DatabaseError:
            return databaseError(error, catalog: catalog)
        default:
            return SourceError(.damaged, "The catalogue \(catalog.text) can't be read: \(error).")
        }
    }

    private static func databaseError(_ error: DatabaseError, catalog: FilePath) -> SourceError {
        switch error.resultCode {
        case .SQLITE_NOTADB:
            return SourceError(.damaged, "\(catalog.text) isn't a catalogue, or is damaged. Use a backup of it.")
        case .SQLITE_INTERRUPT, .SQLITE_TOOBIG:
            return SourceError(.damaged, "The catalogue \(catalog.text) is larger than Albumen reads.")
        default:
            return SourceError(
                .damaged,
                """
                The catalogue \(catalog.text) is damaged (\(error.message ?? "SQLite error \(error.resultCode)")). \
                Repair it in Lightroom, or use a backup.
                """)
        }
    }
}
