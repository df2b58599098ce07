package import Cancellation
import Foundation

extension Ownership {
    /// Makes a copy of a library its owner in a place, or finds that it already is.
    ///
    /// If another owner's record is created at the same time, exactly one call succeeds. After an error such as `unreachable`,
    /// this copy may own the library nevertheless. Call it again.
    ///
    /// - Parameters:
    ///   - conditions: What a probe of the place found a short time ago.
    ///   - takingOver: Whether to replace another copy that hasn't released the library, or another library.
    ///   - willWrite: Called before this copy replaces another one, or is the first one. What this copy stored there earlier may be
    ///     gone.
    /// - Throws: `occupied` if another copy or another library is the owner, or was first, with its name. `withoutConditions` if
    ///   the place can't give what the claim needs.
    package static func take(
        _ place: some RemoteBlobStore, _ claim: OwnerClaim, conditions: PlaceProbe.Outcome, takingOver: Bool = false,
        _ cancellation: WorkCancellation, willWrite: () throws -> Void = {}
    ) throws -> Ownership {
        let listing = try OwnerListing.read(place, cancellation)
        if let newest = listing.newest, newest.satisfies(claim), !listing.isReleased {
            var limitation: String?
            if case .refuted(let reason) = conditions {
                guard claim.mode == .local else { throw needsConditions(place.address, reason) }
                limitation = limits(reason)
            } else {
                // It's missing if somebody removed it.
                _ = try barrier(place, claim, isOwner: true, takingOver: takingOver, cancellation, willWrite: {})
            }
            let ownership = Ownership(
                proof: .record(newest), epoch: newest.epoch, isNew: false, limitation: limitation)
            // A listing that wasn't complete may have hidden later records.
            try ownership.check(place, cancellation)
            return ownership
        }
        if let newest = listing.newest, !newest.belongs(to: claim) {
            let isFree = listing.isReleased && newest.library == claim.library
            guard isFree || takingOver else {
                throw PlaceMark.occupied(
                    place.address, by: newest.copy, isOtherLibrary: newest.library != claim.library)
            }
        }
        if case .refuted(let reason) = conditions {
            guard listing.newest == nil else { throw needsConditions(place.address, reason) }
            return try takeByMark(
                place, claim, reason, takingOver: takingOver, cancellation, willWrite: willWrite)
        }
        let barrier = try barrier(
            place, claim, isOwner: listing.newest != nil, takingOver: takingOver, cancellation, willWrite: willWrite)
        if let newest = listing.newest, !newest.belongs(to: claim) { try willWrite() }
        guard let epoch = listing.newest.map(\.epoch.next) ?? Epoch(UInt64(barrier.generation)) else {
            throw RemoteBlobError(
                .misbehaving,
                "\(place.address) has the record of the last possible epoch. Use another prefix or folder.")
        }
        return try create(place, OwnerRecord(claim, epoch: epoch), cancellation)
    }

    private static func create(
        _ place: some RemoteBlobStore, _ record: OwnerRecord, _ cancellation: WorkCancellation
    ) throws -> Ownership {
        switch try place.createDocument(try record.encoded(), record.epoch.recordName, cancellation) {
        case .created:
            let ownership = Ownership(proof: .record(record), epoch: record.epoch, isNew: true, limitation: nil)
            // For the same reason as above.
            try ownership.check(place, cancellation)
            return ownership
        case .exists(let data):
            let other = try OwnerRecord.decode(data, of: record.epoch, place.address)
            throw RemoteBlobError(
                .occupied,
                "\(other.copy) took \(place.address) at the same time and was first. Only one copy of a library can own it. "
                    + "Use that one, or try again to take the place over from it.")
        }
    }

    /// Finds or stores the last mark, which keeps earlier versions of Albumen out.
    ///
    /// - Parameter isOwner: Whether records already decide who may take the place, so that the barrier's copy doesn't matter.
    private static func barrier(
        _ place: some RemoteBlobStore, _ claim: OwnerClaim, isOwner: Bool, takingOver: Bool,
        _ cancellation: WorkCancellation, willWrite: () throws -> Void
    ) throws -> PlaceMark {
        var present = try PlaceMark.read(place, cancellation)
        var hasAsked = false
        while true {
            let isOwn = present?.isOf(claim.library, claim.copy) == true
            // A mark that isn't the barrier is newer than the records: an earlier version of Albumen has taken the place.
            if let present, !isOwn, !takingOver, !(present.isBarrier && isOwner) {
                throw present.occupied(place, claim.library)
            }
            if !isOwn, !isOwner, !hasAsked {
                try willWrite()
                hasAsked = true
            }
            if let present, present.isBarrier { return present }
            present = try PlaceMark.createBarrier(
                after: present, library: claim.library, copy: claim.copy, place, cancellation)
        }
    }

    // MARK: Places that don't honour conditions

    private static func takeByMark(
        _ place: some RemoteBlobStore, _ claim: OwnerClaim, _ reason: String, takingOver: Bool,
        _ cancellation: WorkCancellation, willWrite: () throws -> Void
    ) throws -> Ownership {
        guard claim.mode == .local else { throw needsConditions(place.address, reason) }
        let isOwn = try PlaceMark.read(place, cancellation)?.isOf(claim.library, claim.copy) == true
        let mark = try PlaceMark.claim(
            place, library: claim.library, copy: claim.copy, takingOver: takingOver, cancellation, willWrite: willWrite)
        guard let epoch = Epoch(UInt64(mark.generation)) else {
            preconditionFailure("The generations of marks begin with 1.")
        }
        return Ownership(proof: .mark(mark), epoch: epoch, isNew: !isOwn, limitation: limits(reason))
    }

    private static func limits(_ reason: String) -> String {
        "\(reason) So only one machine may use this place, in local mode. Durable mode and several machines need a store that "
            + "honours conditions. If two machines take the place in the same moment, both may write until the next check."
    }

    private static func needsConditions(_ address: String, _ reason: String) -> RemoteBlobError {
        RemoteBlobError(
            .withoutConditions,
            "\(reason) Durable mode, several machines and a new owner need a store that honours conditions. Use another store, "
                + "or local mode with one machine, under another prefix or folder than \(address).")
    }
}
