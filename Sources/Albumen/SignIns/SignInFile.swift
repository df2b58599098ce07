import BlobStore
import Foundation
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The file with the browsers that stay signed in, the senders and the connected sites of all libraries of the user. It
/// contains hashes of their cookies, passwords and secrets.
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

    /// A sender as the file stores it.
    struct SenderEntry: Codable, Equatable {
        let id: String
        let name: String
        /// The SHA-256 of the password, in hexadecimal digits.
        let password: String
        let library: String
        /// The hashes of the library's `TokenPlace`.
        var inVolume: Data
        var atPath: Data
        /// Whether the sender can also read the library.
        let canRead: Bool
        /// Seconds since 1970.
        let created: Int64
        var lastUse: Int64?
        /// The numeric address of the last noted use.
        var address: String?
        /// The identifier of the device that added the sender.
        var addedBy: String?
    }

    /// A connected site as the file stores it.
    struct SiteEntry: Codable, Equatable {
        let id: String
        let origin: String
        /// The SHA-256 of the site's secret, in hexadecimal digits.
        let secret: String
        let library: String
        /// The hashes of the library's `TokenPlace`.
        var inVolume: Data
        var atPath: Data
        /// The identifier of the device whose browser has connected the site.
        let device: String
        /// Seconds since 1970.
        let created: Int64
        var lastUse: Int64?
    }

    /// All that the file has.
    struct Content: Equatable {
        var signIns: [Entry] = []
        var senders: [SenderEntry] = []
        var sites: [SiteEntry] = []
    }

    /// Identifies the content of the file without reading it.
    struct Version: Equatable {
        let identity: Stat.Identity
        let size: Int64
        let time: Int64
        let mode: UInt32
    }

    private struct Document: Codable {
        let version: Int
        let signIns: [Entry]
        let senders: [SenderEntry]?
        let sites: [SiteEntry]?
    }

    private static let format = 1
    /// More than 10,000 sign-ins, senders and sites.
    private static let sizeLimit = 8 << 20

    let url: URL

    /// Returns the file's version, or `nil` if there is no file or its status can't be read.
    var version: Version? { (try? Stat(url.path)).map(Self.version) }

    private static func version(of status: Stat) -> Version {
        Version(
            identity: status.identity, size: Int64(status.size), time: status.modificationTime, mode: status.modeBits)
    }

    /// Returns all that the file has, and nothing if there is no file.
    ///
    /// - Throws: `SignInError` if the file can't be read, if it isn't valid, or if other users can read or change it.
    func read() throws -> (content: Content, version: Version?) {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        } catch {
            guard error != .noSuchFileOrDirectory else { return (Content(), nil) }
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
        guard let document = try? JSONDecoder().decode(Document.self, from: bytes), document.version == Self.format
        else {
            throw unreadable("its content isn't valid")
        }
        return (
            Content(signIns: document.signIns, senders: document.senders ?? [], sites: document.sites ?? []),
            Self.version(of: status)
        )
    }

    /// Changes the content, with the lock of all processes. Doesn't write if `body` changes nothing.
    func change<Result>(_ body: (inout Content) throws -> Result) throws -> Result {
        let lock = try lock()
        defer { close(lock) }
        var (content, _) = try read()
        let before = content
        let result = try body(&content)
        if content != before { try write(content) }
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

    private func write(_ content: Content) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let bytes = try encoder.encode(
            Document(
                version: Self.format, signIns: content.signIns, senders: content.senders, sites: content.sites))
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
            .unwritable,
            "\(url.path) can't be written, so no browser, sender or site is added: \(reason). Check the folder.")
    }
}
