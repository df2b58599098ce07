import Albumen
import BlobStore
import CodedErrors
import Dispatch
import Foundation
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
    /// The time between two looks while files wait.
    private static let interval = DispatchTimeInterval.milliseconds(500)

    let store: UploadStore
    let locks: WebDAVLocks
    private let signIns: LastingSignIns
    private let limit: Int
    private let queue = DispatchQueue(label: "albumen.webdav")
    private let opened = Mutex<SentFiles?>(nil)
    /// One change of the list at a time, with the bytes that it is about.
    private let changing = Mutex(())
    private let scheduling = Mutex((isScheduled: false, isClosed: false))

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
            try FileManager.default.createDirectory(
                at: signIns.senderFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let files = try SentFiles(at: file, limit: limit)
            for upload in try files.keep(Set(signIns.senders().map(\.id))) { cancel(upload) }
            opened = files
            return files
        }
    }

    /// Waits for the change in progress. No others follow.
    func close() throws {
        scheduling.withLock { $0.isClosed = true }
        queue.sync {}
        try opened.withLock { opened in
            try opened?.close()
            opened = nil
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
            if (try? look()) ?? true { schedule() }
        }
    }

    /// Lets the library take in the files whose sender has finished, and stores what became of others. Returns whether
    /// files wait.
    func look() throws -> Bool {
        let files = try files()
        return try changing.withLock { _ in
            let pending = try files.pending()
            for (sender, file) in pending {
                var changed = file
                switch file.state {
                case .held: release(&changed, of: sender)
                case .sent: conclude(&changed)
                case .folder, .empty, .added, .deleted, .refused: changed.upload = nil
                }
                if changed != file { try files.conclude(changed, of: sender) }
            }
            return pending.contains { !PartialFileName.isPartial($0.file.path.name) }
        }
    }

    private func release(_ file: inout SentFile, of sender: String) {
        guard let upload = file.upload else { return }
        guard !PartialFileName.isPartial(file.path.name) else {
            if (try? store.status(of: upload)) == nil { refuse(&file, "It wasn't renamed within a week.") }
            return
        }
        guard store.now().timeIntervalSince(file.touched) >= Self.settleTime, locks.on(file.path, of: sender).isEmpty
        else { return }
        do {
            try store.release(upload, as: file.path.name, fileDate: file.isDated ? file.modified : nil)
            file.state = .sent
        } catch let error as UploadError {
            switch error.code {
            case .alreadyComplete: file.state = .sent
            case .badName:
                cancel(upload)
                refuse(&file, error.message)
            case .notFound: refuse(&file, "It expired before the library could take it in. Send it again.")
            // The next look tries again.
            default: return
            }
        } catch {
            return
        }
    }

    private func refuse(_ file: inout SentFile, _ reason: String) {
        (file.state, file.upload, file.detail) = (.refused, nil, reason)
    }

    private func conclude(_ file: inout SentFile) {
        guard let upload = file.upload else { return }
        guard let status = try? store.status(of: upload) else {
            // It came into the library in an earlier run.
            (file.state, file.upload) = (.added, nil)
            return
        }
        switch status.outcome {
        case nil: return
        case .added(let asset): (file.state, file.upload, file.detail) = (.added, nil, asset)
        case .known(let asset): (file.state, file.upload, file.detail) = (.added, nil, asset)
        case .trashed(let asset): (file.state, file.upload, file.detail) = (.deleted, nil, asset)
        case .refused(let reason): refuse(&file, reason)
        }
    }
}
