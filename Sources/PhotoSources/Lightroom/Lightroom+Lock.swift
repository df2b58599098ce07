internal import SystemCalls
internal import SystemPackage

extension Lightroom {
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
}
