import Albumen
import BlobStore
import CodedErrors
import Dispatch
import Foundation
import HTTPTypes
import SentFiles
import Synchronization

/// The files that senders copy to the library over WebDAV.
///
/// The bytes of a file are an unfinished upload (`UploadStore`) for as long as its sender may still rename it, replace it
/// or state its date: until it has had its final name for two seconds. Then the library takes it in. The sender's list
/// (`SentFiles`) keeps its name.
final class WebDAVInbox: Sendable {
    /// The time for which a file with a final name waits.
    static let settleTime = 2.0
    /// The time for which a file waits whose name is neither that of a photo or video, nor that of a part of one. Its
    /// sender may rename it.
    static let strangeTime = 60.0
    /// The time between two looks while files wait.
    private static let interval = DispatchTimeInterval.milliseconds(500)

    let store: UploadStore
    let locks: WebDAVLocks
    let signIns: LastingSignIns
    private let limit: Int
    private let queue = DispatchQueue(label: "albumen.webdav")
    private let opened = Mutex<SentFiles?>(nil)
    /// One change of the list at a time, with the bytes that it is about.
    private let changing = Mutex(())
    /// Tests pretend that a look is scheduled, so that none comes.
    let scheduling = Mutex((isScheduled: false, isClosed: false))

    init(_ store: UploadStore, signIns: LastingSignIns, limit: Int = 100_000) {
        (self.store, self.signIns, self.limit) = (store, signIns, limit)
        locks = WebDAVLocks(now: store.now)
        // Files of an earlier run may wait.
        if FileManager.default.fileExists(atPath: file.path) { schedule() }
    }

    private var file: URL { signIns.senderFolder.appending(path: "sent.sqlite", directoryHint: .notDirectory) }

    /// The senders' lists. Opens the file at first, and forgets the files of removed senders.
    func files() throws -> SentFiles {
        try opened.withLock { opened in
            if let opened { return opened }
            guard !scheduling.withLock({ $0.isClosed }) else { throw Refusal.closed }
            try FileManager.default.createDirectory(
                at: signIns.senderFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let files = try SentFiles(at: file, limit: limit)
            if let senders = try knownSenders() {
                for upload in try files.keep(senders) { cancel(upload) }
            }
            try cancelUnnamed(files)
            opened = files
            return files
        }
    }

    /// The identifiers of the senders that weren't removed, or `nil` if the file with them is missing or can't be read.
    private func knownSenders() throws -> Set<String>? {
        do {
            return try signIns.allSenderIdentifiers()
        } catch is SignInError {
            return nil
        }
    }

    /// Deletes bytes that arrived without becoming a file of the list, because the server ended in between.
    private func cancelUnnamed(_ files: SentFiles) throws {
        let named = Set(try files.pending().compactMap(\.file.upload))
        let statuses: [UploadStatus]
        do {
            statuses = try store.statuses()
        } catch is UploadError {
            // Another process has the uploads. The next opening looks again.
            return
        }
        for status in statuses where status.outcome == nil && status.record.isHeld == true {
            if !named.contains(status.record.identifier) { cancel(status.record.identifier) }
        }
    }

    /// Waits for the change in progress. No others follow. The library then takes in all files that have arrived under
    /// their final names, also those that wait or are locked: locks end with the server.
    func close() throws {
        scheduling.withLock { $0.isClosed = true }
        queue.sync {}
        let files = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        guard let files else { return }
        try changing.withLock { _ in
            let result = Result { try look(in: files, at: store.now(), isClosing: true) }
            try files.close()
            _ = try result.get()
        }
    }

    // MARK: Changes

    /// Changes the list while nothing else does, and looks for files to take in.
    func change<Value>(_ body: (SentFiles) throws -> Value) throws -> Value {
        let files = try files()
        defer { schedule() }
        return try changing.withLock { _ in try body(files) }
    }

    /// A file or folder, or `nil` if there is none.
    func file(_ path: SentPath, of sender: Sender) throws -> SentFile? {
        try path.isRoot
            ? SentFile(path: .root, state: .folder, modified: sender.created, created: sender.created, tag: sender.id)
            : files().file(path, of: sender.id)
    }

    /// - Throws: `Refusal` (409) if the folder of a path is missing.
    func requireFolder(of path: SentPath, _ sender: Sender) throws {
        guard try file(path.parent, of: sender)?.isFolder == true else {
            throw Refusal.conflict("The folder “\(path.parent.text)” is missing. Make it first.")
        }
    }

    /// Removes a file, or a folder with all that is in it. The library's photos stay.
    func remove(_ path: SentPath, of sender: Sender, _ files: SentFiles) throws {
        for upload in try files.remove(path, of: sender.id).compactMap(\.upload) { cancel(upload) }
        locks.removeAll(within: path, of: sender.id)
    }

    /// Deletes the bytes of a file, unless the library takes it in already.
    func cancel(_ upload: String) {
        // Other errors mean that the bytes are in the library, or expire.
        do { try store.cancel(upload) } catch { return }
    }

    /// Returns an upload with the same bytes as another one, or `nil` if the library has these.
    func copy(of upload: String) throws -> String? {
        try store.copy(of: upload)?.identifier
    }

    static func makeTag() -> String { String(UUID().uuidString.replacing("-", with: "").lowercased().prefix(20)) }

    // MARK: Taking in

    /// Looks for files to take in soon.
    private func schedule() {
        let isFirst = scheduling.withLock { state in
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self else { return }
            let isClosed = scheduling.withLock { state in
                state.isScheduled = false
                return state.isClosed
            }
            guard !isClosed else { return }
            if (try? look(at: store.now())) ?? true { schedule() }
        }
    }

    /// Lets the library take in the files whose sender has finished, and stores what became of others. Returns whether
    /// files wait.
    func look(at date: Date) throws -> Bool {
        let files = try files()
        return try changing.withLock { _ in try look(in: files, at: date, isClosing: false) }
    }
}

extension Refusal {
    fileprivate static let closed = Refusal(
        status: .serviceUnavailable, code: "unavailable", message: "The server ends. Send again when it runs again.",
        headers: [.retryAfter: "5"])
}
