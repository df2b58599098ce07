import BlobStore
import Foundation
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The file with the browsers that stay signed in, of all libraries of the user. It contains hashes of their cookies.
///
/// Only the user can read it. A change replaces the file atomically and makes it durable. Processes change it one after
/// another, because each holds the lock of a file beside it.
struct SignInFile: Sendable {
    /// A sign-in as the file stores it.
    struct Entry: Codable, Equatable {
        let id: String
        /// The SHA-256 of the cookie, in hexadecimal digits.
        let cookie: String
        let library: String
        /// The hashes of the library's `TokenPlace`.
        var inVolume: Data
        var atPath: Data
        let browser: String
        /// Seconds since 1970.
        let created: Int64
        var lastUse: Int64
        /// The numeric address of a paired device's last noted use. Browsers on this machine have none.
        var address: String?
        /// The identifier of the device that paired this one.
        var addedBy: String?
    }

    /// Identifies the content of the file without reading it.
    struct Version: Equatable {
        let identity: Stat.Identity
        let size: Int64
        let time: Int64
        let mode: UInt32
    }

    private struct Content: Codable {
        let version: Int
        let signIns: [Entry]
    }

    private static let format = 1
    /// More than 10,000 sign-ins.
    private static let sizeLimit = 8 << 20

    let url: URL

    /// Returns the file's version, or `nil` if there is no file or its status can't be read.
    var version: Version? { (try? Stat(url.path)).map(Self.version) }

    private static func version(of status: Stat) -> Version {
        Version(
            identity: status.identity, size: Int64(status.size), time: status.modificationTime, mode: status.modeBits)
    }

    /// Returns all sign-ins, and none if there is no file.
    ///
    /// - Throws: `SignInError` if the file can't be read, if it isn't valid, or if other users can read or change it.
    func read() throws -> (entries: [Entry], version: Version?) {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        } catch {
            guard error != .noSuchFileOrDirectory else { return ([], nil) }
            throw unreadable("it can't be opened: \(error)")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = try? FileDescriptor(rawValue: descriptor).status(), status.isRegularFile else {
            throw unreadable("it isn't a regular file")
        }
        guard status.owner == geteuid(), status.modeBits & 0o077 == 0 else {
            throw unreadable("other users can read or change it")
        }
        guard status.size <= Self.sizeLimit else { throw unreadable("it has more than \(Self.sizeLimit) bytes") }
        let bytes: Data
        do {
            bytes = try file.readToEnd() ?? Data()
        } catch {
            throw unreadable("reading it failed: \(error.localizedDescription)")
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: bytes), content.version == Self.format else {
            throw unreadable("its content isn't valid")
        }
        return (content.signIns, Self.version(of: status))
    }

    /// Changes the sign-ins, with the lock of all processes. Doesn't write if `body` changes nothing.
    func change<Result>(_ body: (inout [Entry]) throws -> Result) throws -> Result {
        let lock = try lock()
        defer { close(lock) }
        var (entries, _) = try read()
        let before = entries
        let result = try body(&entries)
        if entries != before { try write(entries) }
        return result
    }

    /// Opens and locks the file beside this one. The lock ends when the descriptor is closed.
    private func lock() throws -> Int32 {
        let folder = url.deletingLastPathComponent()
        guard StateFolder.belongsToUser(folder) else {
            throw unwritable("\(folder.path) isn't this user's")
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw unwritable(error.localizedDescription)
        }
        do throws(Errno) {
            let path = url.path + ".lock"
            let descriptor = try SystemCall.retrying {
                open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
            do throws(Errno) {
                try FileDescriptor(rawValue: descriptor).lock()
            } catch {
                close(descriptor)
                throw error
            }
            return descriptor
        } catch {
            throw unwritable("\(error)")
        }
    }

    private func write(_ entries: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let bytes = try encoder.encode(Content(version: Self.format, signIns: entries))
        // The lock's holder is the only process that writes, so a file of this name is from a process that was killed.
        let unfinished = url.path + ".new"
        unlink(unfinished)
        do {
            try Self.create(unfinished, with: bytes)
            try DurableFile.rename(URL(fileURLWithPath: unfinished), to: url)
        } catch {
            unlink(unfinished)
            throw unwritable("\(error)")
        }
    }

    private static func create(_ path: String, with bytes: Data) throws(Errno) {
        let descriptor = try SystemCall.retrying {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        defer { close(descriptor) }
        let file = FileDescriptor(rawValue: descriptor)
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(Errno) in try file.write(all: bytes) }
        }
        try written.get()
    }

    private func unreadable(_ reason: String) -> SignInError {
        SignInError(
            .unreadable,
            "\(url.path) has the browsers that stay signed in, but \(reason). Remove it, and open a new link.")
    }

    private func unwritable(_ reason: String) -> SignInError {
        SignInError(
            .unwritable, "\(url.path) can't be written, so no browser stays signed in: \(reason). Check the folder.")
    }
}
