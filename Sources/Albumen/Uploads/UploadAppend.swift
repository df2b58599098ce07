import BlobStore
import Foundation
import Glibc
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// The bytes of one request that are added to an upload. An upload has at most one at a time.
///
/// Any thread can call the methods, one at a time. They block while the disk is busy.
package final class UploadAppend: Sendable {
    /// The number of bytes after which the offset is made durable, while more arrive.
    private static let checkpointInterval: Int64 = 16 << 20

    private struct State: ~Copyable {
        var record: UploadRecord
        /// The position in the file.
        var position: Int64
        /// The position at which the disk's room was checked last.
        var checked: Int64
        /// Hashes the request's bytes, if it states their digest.
        var pieceHasher: SHA256Hasher?
        /// Hashes all bytes, if the request began with the first one.
        var hasher: SHA256Hasher?
        var hasEnded = false

        mutating func hash(_ bytes: UnsafeRawBufferPointer) {
            pieceHasher?.update(bytes)
            hasher?.update(bytes)
        }

        /// Returns the digest of the request's bytes, if they were hashed.
        mutating func takePieceDigest() throws -> BlobDigest? {
            guard let hasher = pieceHasher.take() else { return nil }
            return try hasher.finalize()
        }

        /// Returns the digest of all bytes, if they were hashed.
        mutating func takeDigest() throws -> BlobDigest? {
            guard let hasher = hasher.take() else { return nil }
            return try hasher.finalize()
        }
    }

    private let store: UploadStore
    private let folder: UploadFolder
    private let file: OpenFile
    private let identifier: String
    private let pieceDigest: BlobDigest?
    private let state: Mutex<State>

    init(
        to record: UploadRecord, pieceDigest: BlobDigest?, _ store: UploadStore, _ folder: UploadFolder
    ) throws {
        (self.store, self.folder) = (store, folder)
        identifier = record.identifier
        self.pieceDigest = pieceDigest
        file = try folder.open(record.identifier)
        // Bytes that no state vouches for, of a request that was cut.
        try file.withDescriptor { descriptor in
            _ = try SystemCall.checked("ftruncate", folder.dataPath(record.identifier)) {
                ftruncate(descriptor, off_t(record.offset))
            }
        }
        state = Mutex(
            State(
                record: record, position: record.offset, checked: record.offset,
                pieceHasher: pieceDigest.map { _ in SHA256Hasher() },
                hasher: record.offset == 0 && record.sha256 != nil ? SHA256Hasher() : nil))
    }

    /// Adds bytes.
    ///
    /// - Throws: `wrongLength` if there are more than the upload's length. The upload is then deleted. `tooLarge`,
    ///   `noRoom`, and `busy` if another request has taken this one's place.
    package func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            guard !state.hasEnded, store.isCurrent(self, of: identifier) else { throw UploadError.busy }
            let end = state.position + Int64(bytes.count)
            if let length = state.record.length, end > length {
                state.hasEnded = true
                store.forget(identifier)
                throw UploadError(
                    .wrongLength,
                    "More than the stated \(length) bytes arrived, so the upload was deleted. Send the file "
                        + "again.")
            }
            do {
                try write(bytes, to: end, &state)
            } catch let error as UploadError {
                throw drop(&state, after: error)
            }
            guard end - state.checked >= Self.checkpointInterval else { return }
            state.checked = end
            // Bytes with a digest count only when all have arrived.
            if pieceDigest == nil { try makeDurable(&state) }
        }
    }

    private func write(_ bytes: [UInt8], to end: Int64, _ state: inout State) throws {
        try store.checkSize(adding: Int64(bytes.count), to: end, of: state.record.sender)
        if end - state.checked >= Self.checkpointInterval { try store.requireRoom(for: Int64(bytes.count)) }
        bytes.withUnsafeBytes { state.hash($0) }
        do {
            let position = state.position
            try file.withDescriptor { descriptor in
                try bytes.withUnsafeBytes {
                    try FileDescriptor(rawValue: descriptor).write(all: $0, at: position)
                }
            }
        } catch let error as Errno {
            throw failure(error, size: Int64(bytes.count))
        }
        state.position = end
        store.note(written: end, of: identifier)
    }

    /// Deletes a file that doesn't fit if nobody knows how long it gets. It may have no end.
    private func drop(_ state: inout State, after error: UploadError) -> UploadError {
        guard state.record.length == nil else { return error }
        let reason: String
        switch error.code {
        case .tooLarge: reason = "The file is too large"
        case .noRoom: reason = "The library's disk is full"
        default: return error
        }
        state.hasEnded = true
        store.forget(identifier)
        return UploadError(
            error.code,
            "\(reason), and the file's length isn't known, so what had arrived was deleted. Send it again, with "
                + "Upload-Length.")
    }

    /// Makes the bytes durable, and marks the upload as complete if they are the last ones.
    ///
    /// - Parameter holding: Whether the bytes are all, and wait for `UploadStore.release`.
    /// - Throws: `wrongLength` if bytes are missing. `wrongDigest` if the request's bytes or all bytes have another
    ///   digest than the stated one. In the second case, the upload is deleted.
    package func finish(completing: Bool, holding: Bool = false) throws -> UploadRecord {
        let record = try state.withLock { try finish(&$0, completing: completing, holding: holding) }
        store.end(self, of: identifier)
        return record
    }

    private func finish(_ state: inout State, completing: Bool, holding: Bool) throws -> UploadRecord {
        guard !state.hasEnded, store.isCurrent(self, of: identifier) else { throw UploadError.busy }
        try checkPiece(&state)
        if completing { try complete(&state) }
        if holding { state.record.isHeld = true }
        try makeDurable(&state)
        state.hasEnded = true
        return state.record
    }

    private func checkPiece(_ state: inout State) throws {
        guard let pieceDigest, let found = try state.takePieceDigest(), found != pieceDigest else { return }
        state.hasEnded = true
        dropBytes(after: state.record.offset)
        throw UploadError(
            .wrongDigest,
            "The bytes of this request have another SHA-256 than its Content-Digest. Send them again from "
                + "offset \(state.record.offset).", offset: state.record.offset)
    }

    private func complete(_ state: inout State) throws {
        if let length = state.record.length, state.position < length {
            try makeDurable(&state)
            throw UploadError(
                .wrongLength, "The upload ends after \(state.position) of \(length) bytes. Send the rest.",
                offset: state.position)
        }
        state.record.length = state.position
        if let stated = state.record.digest {
            var found = try state.takeDigest()
            if found == nil { found = try digest() }
            guard found == stated else {
                state.hasEnded = true
                store.forget(identifier)
                throw UploadError(
                    .wrongDigest,
                    "The file's bytes have another SHA-256 than the stated one, so the upload was deleted. The file has "
                        + "changed, or the connection damaged it. Send it again.")
            }
        }
        state.record.isComplete = true
    }

    /// Keeps the bytes that have arrived, after the request broke off. Does nothing after `finish(completing:)`.
    package func abandon() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            // Bytes of a request with a digest count only if all have arrived. Other errors leave the former offset.
            if pieceDigest != nil {
                dropBytes(after: state.record.offset)
            } else if state.position > state.record.offset {
                try? makeDurable(&state)
            }
        }
        store.end(self, of: identifier)
    }

    /// Gives back the disk's space of bytes that don't count. The next request would write over them anyway.
    private func dropBytes(after offset: Int64) {
        file.withDescriptor { _ = ftruncate($0, off_t(offset)) }
    }

    private func digest() throws -> BlobDigest {
        try file.withDescriptor { try BlobDigest(hashing: $0, named: folder.dataPath(identifier)) }
    }

    /// Stores the offset after the bytes.
    private func makeDurable(_ state: inout State) throws {
        do throws(Errno) {
            try file.withDescriptor { descriptor throws(Errno) in
                _ = try SystemCall.retrying { fdatasync(descriptor) }
            }
        } catch {
            // The system reports a failed write once. After that, a second sync would succeed without the bytes, so the
            // former offset stays.
            state.hasEnded = true
            throw failure(error, size: 0)
        }
        var record = state.record
        record.offset = state.position
        record.lastUse = store.now()
        do {
            try folder.write(record)
        } catch let error as BlobStoreError {
            state.hasEnded = true
            throw error.code == .notEnoughSpace ? .noRoom(for: 0) : UploadError(.failed, error.message)
        }
        state.record = record
        store.note(record)
    }

    private func failure(_ error: Errno, size: Int64) -> UploadError {
        switch error {
        case .noSpace, .diskQuotaExceeded: .noRoom(for: size)
        default:
            UploadError(
                .failed,
                "\(folder.dataPath(identifier)) can't be written: \(error). Check the library's disk, and send "
                    + "the file again.")
        }
    }
}
