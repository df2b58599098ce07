import Albumen
import Foundation
import SentFiles

/// How files come from the list into the library. The callers let nothing else change the list.
extension WebDAVInbox {
    /// - Parameter isClosing: Whether the server ends, so that nobody renames or replaces a file any more.
    /// - Returns: Whether files wait.
    func look(in files: SentFiles, at date: Date, isClosing: Bool) throws -> Bool {
        let all = try files.pending()
        // A copy of the library shares the list, and its uploads aren't here.
        let senders = try Set(all.map(\.sender)).filter { try signIns.sender($0) != nil }
        let pending = all.filter { senders.contains($0.sender) }
        for (sender, file) in pending {
            var changed = file
            switch file.state {
            case .held:
                dropIfOver(&changed, at: date)
                guard changed == file, isDue(file, of: sender, at: date, isClosing: isClosing) else { break }
                changed.state = .sent
                // Before the release, because the library may then take it in and forget it at any time.
                try files.conclude(changed, of: sender)
                conclude(&changed)
            case .sent: conclude(&changed)
            case .folder, .empty, .added, .deleted, .refused: changed.upload = nil
            }
            if changed != file { try files.conclude(changed, of: sender) }
        }
        return pending.contains { !PartialFileName.isPartial($0.file.path.name) }
    }

    private func isDue(_ file: SentFile, of sender: String, at date: Date, isClosing: Bool) -> Bool {
        let name = file.path.name
        guard !PartialFileName.isPartial(name), isKnown(file.upload) else { return false }
        let isWanted = PushedFiles.isWanted(name)
        if isClosing { return isWanted }
        return date.timeIntervalSince(file.touched) >= (isWanted ? Self.settleTime : Self.strangeTime)
            && locks.on(file.path, of: sender).isEmpty
    }

    /// Refuses a held file whose bytes are gone, or that has had a temporary name for too long.
    private func dropIfOver(_ file: inout SentFile, at date: Date) {
        guard let upload = file.upload else { return }
        if isGone(upload) {
            refuse(&file, "It expired before the library could take it in. Send it again.")
        } else if PartialFileName.isPartial(file.path.name),
            date.timeIntervalSince(file.touched) > store.limits.lifetime
        {
            cancel(upload)
            refuse(&file, "It wasn't renamed within a week.")
        }
    }

    /// Whether an upload can be asked about now.
    private func isKnown(_ upload: String?) -> Bool { upload.flatMap { try? store.status(of: $0) } != nil }

    /// Whether there is no such upload any more. One that can't be read isn't gone, nor is one of another process.
    private func isGone(_ upload: String) -> Bool {
        do {
            _ = try store.status(of: upload)
            return false
        } catch {
            return (error as? UploadError)?.code == .notFound
                && !store.unreadableFiles.contains { $0.hasSuffix("/\(upload).json") }
        }
    }

    private func refuse(_ file: inout SentFile, _ reason: String) {
        (file.state, file.upload, file.detail) = (.refused, nil, reason)
    }

    /// Stores what became of a file that the library takes in, and releases it if that hasn't happened yet.
    private func conclude(_ file: inout SentFile) {
        guard let upload = file.upload else { return }
        let status: UploadStatus
        do {
            status = try store.status(of: upload)
        } catch {
            // Without an upload, it came into the library in an earlier run. After other errors, the next look asks again.
            if isGone(upload) { (file.state, file.upload) = (.added, nil) }
            return
        }
        switch status.outcome {
        case nil: if !status.record.isComplete { release(&file, upload) }
        case .added(let asset): (file.state, file.upload, file.detail) = (.added, nil, asset)
        case .known(let asset): (file.state, file.upload, file.detail) = (.added, nil, asset)
        case .trashed(let asset): (file.state, file.upload, file.detail) = (.deleted, nil, asset)
        case .refused(let reason): refuse(&file, reason)
        }
    }

    private func release(_ file: inout SentFile, _ upload: String) {
        do {
            try store.release(upload, as: file.path.name, fileDate: file.isDated ? file.modified : nil)
        } catch {
            // The next look asks again after other errors, also about an upload that ended meanwhile.
            guard let error = error as? UploadError, error.code == .badName else { return }
            cancel(upload)
            refuse(&file, error.message)
        }
    }
}
