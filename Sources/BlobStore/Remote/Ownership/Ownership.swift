package import Cancellation
package import Foundation

/// The right of a copy of a library to write to a place. At most one copy has it.
///
/// Each owner has an epoch, which is the number of its record. A record is created under the condition that its name is free,
/// and never changes. So an owner has lost the library as soon as the record of the next epoch exists, and a single request
/// shows whether it does. Clocks play no role.
///
/// In a place that doesn't honour conditions, the older `PlaceMark` is used. See `limitation`.
package struct Ownership: Hashable, Sendable {
    /// The document that names the owner.
    package enum Proof: Hashable, Sendable {
        case record(OwnerRecord)
        case mark(PlaceMark)
    }

    package let proof: Proof
    /// The prefix of the catalog's objects has this epoch.
    package let epoch: Epoch
    /// Whether the epoch began with this call. If an earlier call failed, its epoch may have begun nevertheless, so the place may
    /// have no snapshot of an epoch that isn't new.
    package let isNew: Bool
    /// What is impossible in this place, for people. `nil` if it honours conditions.
    package let limitation: String?

    /// When the owner reports changes.
    package var mode: OwnerRecord.Mode {
        switch proof {
        case .record(let record): record.mode
        case .mark: .local
        }
    }

    /// Checks that this copy still owns the library. Call it before each batch of removals, and in durable mode after the bytes
    /// of a change are stored and before the change is reported.
    ///
    /// - Throws: `occupied` if another owner has followed, with its name. Any other error means that the owner is unknown: don't
    ///   go on, and call it again later.
    package func check(_ place: some RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        switch proof {
        case .mark(let mark): try PlaceMark.check(place, library: mark.library, copy: mark.copy, cancellation)
        case .record(let record):
            guard let next = record.epoch.next else { return }
            if place.canBeDetached {
                try checkListing(place, record, next, cancellation)
            } else if let data = try place.document(next.recordName, cancellation) {
                throw try fenced(place, data, next, cancellation)
            }
        }
    }

    /// Reads this owner's own record back, and then does what `check` does. Call it some seconds after a new epoch began and
    /// before the first report of a change: it finds a store that let two copies create the same record.
    ///
    /// - Throws: As `check`.
    package func confirm(_ place: some RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        if case .record(let record) = proof {
            guard let data = try place.document(record.epoch.recordName, cancellation) else {
                throw Self.lost(record, place.address)
            }
            let present = try OwnerRecord.decode(data, of: record.epoch, place.address)
            guard present == record else { throw Self.fenced(place.address, by: present) }
        }
        try check(place, cancellation)
    }

    /// Gives the library away, so that another copy can take it without taking over. This copy needs a new epoch afterwards.
    /// Has no effect in a place that doesn't honour conditions.
    ///
    /// - Throws: As `check`.
    package func release(_ place: some RemoteBlobStore, _ cancellation: WorkCancellation) throws {
        guard case .record(let record) = proof else { return }
        try check(place, cancellation)
        _ = try place.createDocument(try record.encoded(), record.epoch.releaseName, cancellation)
    }

    // MARK: Advice

    /// Stores the last position that this owner has shipped. Replaces the earlier one.
    package func noteHead(
        transaction: UInt64, at date: Date, _ place: some RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        let head = OwnerHead(epoch: epoch, transaction: transaction, date: date)
        try place.overwrite(.head(epoch), with: try encoder.encode(head), cancellation)
    }

    /// Returns the last position that an owner has noted, or `nil` if it has noted none.
    ///
    /// - Throws: `misbehaving` if the document can't be read.
    package static func head(
        of epoch: Epoch, _ place: some RemoteBlobStore, _ cancellation: WorkCancellation
    ) throws -> OwnerHead? {
        guard let data = try place.document(epoch.headName, cancellation) else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let head = try decoder.decode(OwnerHead.self, from: data)
            if head.epoch == epoch { return head }
        } catch is DecodingError {
            // The error below says what to do.
        }
        throw RemoteBlobError(
            .misbehaving,
            "The document \(epoch.headName) in \(place.address) can't be read. It only states how far the backup goes. "
                + "Remove it there, then try again.")
    }

    // MARK: Parts

    /// Finds both this owner's record and the next one in a listing, because a folder whose disk is detached has neither. Another
    /// disk may be attached in its place, so the record must be this owner's.
    private func checkListing(
        _ place: some RemoteBlobStore, _ record: OwnerRecord, _ next: Epoch, _ cancellation: WorkCancellation
    ) throws {
        var (hasOwn, hasNext) = (false, false)
        try RemotePage.forEach(of: place.address) { position in
            try place.list(Epoch.recordPrefix, after: position, limit: 1000, cancellation)
        } _: { page in
            for object in page.elements {
                if object.name == record.epoch.recordName { hasOwn = true }
                if object.name == next.recordName { hasNext = true }
            }
        }
        guard hasOwn, let data = try place.document(record.epoch.recordName, cancellation),
            try OwnerRecord.decode(data, of: record.epoch, place.address) == record
        else { throw Self.lost(record, place.address) }
        guard hasNext else { return }
        guard let data = try place.document(next.recordName, cancellation) else {
            throw Self.lost(record, place.address)
        }
        throw try fenced(place, data, next, cancellation)
    }

    /// Returns the error that names the newest owner. It may be a later one than the next.
    private func fenced(
        _ place: some RemoteBlobStore, _ data: Data, _ next: Epoch, _ cancellation: WorkCancellation
    ) throws -> RemoteBlobError {
        let follower = try OwnerRecord.decode(data, of: next, place.address)
        return Self.fenced(place.address, by: try OwnerListing.read(place, cancellation).newest ?? follower)
    }

    private static func fenced(_ address: String, by record: OwnerRecord) -> RemoteBlobError {
        RemoteBlobError(
            .occupied,
            "\(address) was taken over by \(record.copy) on \(record.date.formatted(.iso8601)). This copy of the library "
                + "must not write there any more. Its folder keeps all of its changes.")
    }

    private static func lost(_ record: OwnerRecord, _ address: String) -> RemoteBlobError {
        RemoteBlobError(
            .unreachable,
            "\(address) doesn't have this library's record \(record.epoch.recordName). Check that it's the right place and "
                + "that its disk is mounted. If its content was deleted, connect the library again.")
    }
}
