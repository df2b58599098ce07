package import BlobStore
package import Foundation
import PhotoLibrary
import Records
import Synchronization
import SystemCalls

/// Uploads whose bytes have all arrived, and whose sender can still rename or replace the file. They are unfinished
/// uploads, until `release` lets the library take them in.
extension UploadStore {
    /// Opens the bytes of an upload, or returns `nil` if they are in the library or were deleted.
    package func bytes(of identifier: String) throws -> OpenFile? {
        guard let status = try known(identifier), status.outcome == nil else { return nil }
        return try? folder().open(identifier)
    }

    /// Returns the status of an upload, or `nil` if there is no such upload. Other errors say nothing about it.
    private func known(_ identifier: String) throws -> UploadStatus? {
        do {
            return try status(of: identifier)
        } catch let error as UploadError where error.code == .notFound {
            return nil
        }
    }

    /// Lets the library take a file in under its final name.
    ///
    /// - Parameter fileDate: The date of the sender's file, or `nil` for the time of its arrival.
    /// - Throws: `badName`, `notFound`, `busy`, and `alreadyComplete` if the library takes it in already.
    package func release(_ identifier: String, as filename: String, fileDate: Date?) throws {
        let name = try UploadName.checked(filename)
        let folder = try folder()
        let delivery = try status(of: identifier).record.delivery
        let firstNamesake = try folder.firstUnusedNamesake(
            of: name, delivery, from: state.withLock { $0.nextNamesake(of: name, delivery, except: identifier) },
            in: library)
        let record = try state.withLock { state in
            guard let entry = state.entries[identifier], entry.isUnfinished else { throw UploadError.notFound }
            guard !entry.status.isActive else { throw UploadError.busy }
            var record = entry.record
            guard !record.isComplete else { throw UploadError.alreadyComplete }
            (record.filename, record.fileDate) = (name, fileDate)
            record.namesake = max(
                state.nextNamesake(of: name, record.delivery, except: identifier), firstNamesake)
            record.length = record.offset
            record.isComplete = true
            record.isHeld = nil
            record.lastUse = now()
            return record
        }
        try folder.write(record)
        note(record)
    }

    /// Creates an upload with the bytes of another one, if the library doesn't have these yet.
    ///
    /// - Throws: `tooLarge`, `tooMany`, `noRoom`.
    package func copy(of identifier: String) throws -> UploadRecord? {
        guard let status = try known(identifier), status.outcome == nil, !status.isActive else { return nil }
        let original = status.record
        let folder = try folder()
        let record = try create(
            UploadRequest(
                filename: original.filename, length: original.offset, fileDate: original.fileDate,
                album: original.album, delivery: original.delivery.identifier, sender: original.sender))
        do {
            guard try folder.copyBytes(of: identifier, to: record.identifier) else {
                forget(record.identifier)
                return nil
            }
            var copy = record
            copy.offset = original.offset
            copy.isHeld = true
            try folder.write(copy)
            note(copy)
            return copy
        } catch {
            forget(record.identifier)
            throw error
        }
    }
}

extension UploadFolder {
    /// Gives an upload the complete bytes of another one, which nothing changes any more. Returns `false` if these are in
    /// the library.
    func copyBytes(of original: String, to copy: String) throws -> Bool {
        let (from, to) = (dataPath(original), dataPath(copy))
        unlink(to)
        if link(from, to) == 0 { return true }
        guard errno != ENOENT else { return false }
        // A file system without hard links.
        try FileManager.default.copyItem(atPath: from, toPath: to)
        try open(copy).withDescriptor { descriptor in
            _ = try SystemCall.checked("fsync", to) { fsync(descriptor) }
        }
        return true
    }
}
