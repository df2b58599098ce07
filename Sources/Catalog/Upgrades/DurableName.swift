import Foundation
import GRDB
import LibraryFiles
import SystemCalls
import SystemPackage

/// Names of databases that no program has open. A name is durable when the function returns.
enum DurableName {
    /// Makes a file's bytes durable and renames it. Replaces a file with the new name.
    static func rename(_ file: URL, to other: URL) throws {
        let (path, name) = (file.path(percentEncoded: false), other.path(percentEncoded: false))
        try synchronize(path)
        try SystemCall.checked("rename", name) { Glibc.rename(path, name) }
        try synchronizeFolder(of: other)
    }

    /// Gives a file a second name. On a file system without hard links, makes a copy of the database.
    static func link(_ file: URL, as other: URL, _ permissions: LibraryPermissions) throws {
        let (path, name) = (file.path(percentEncoded: false), other.path(percentEncoded: false))
        do throws(Errno) {
            try SystemCall.retrying { Glibc.link(path, name) }
        } catch {
            if error == .fileExists { return }
            guard Set.withoutHardLinks.contains(error) else {
                throw SystemCallFailure(call: "link", errno: error, path: name)
            }
            var configuration = Configuration()
            configuration.readonly = true
            let source = try DatabaseQueue(path: path, configuration: configuration)
            let unfinished = other.deletingLastPathComponent()
                .appending(path: ".\(other.lastPathComponent)", directoryHint: .notDirectory)
            try? remove(unfinished)
            _ = try Catalog.copy(source, to: unfinished, permissions)
            try source.close()
            return try rename(unfinished, to: other)
        }
        try synchronizeFolder(of: other)
    }

    static func remove(_ file: URL) throws {
        let path = file.path(percentEncoded: false)
        try SystemCall.checked("unlink", path) { unlink(path) }
    }

    private static func synchronize(_ path: String, _ options: FileDescriptor.OpenOptions = []) throws {
        do {
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: options.union(.closeOnExec))
            try descriptor.closeAfter {
                try options.contains(.directory) ? descriptor.synchronizeNames() : descriptor.synchronize()
            }
        } catch let error as Errno {
            throw SystemCallFailure(call: "fsync", errno: error, path: path)
        }
    }

    private static func synchronizeFolder(of file: URL) throws {
        try synchronize(file.deletingLastPathComponent().path(percentEncoded: false), [.directory])
    }
}
