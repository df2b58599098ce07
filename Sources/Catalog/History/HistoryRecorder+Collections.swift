import GRDB
import Records

/// The changes of one transaction to collections and their members, until they are written.
final class CollectionChanges {
    struct Membership: Hashable {
        var collectionID: Int64
        var assetID: Int64
    }

    /// Assets that were added to one album at equal distances, with consecutive row identifiers.
    struct Run {
        var collectionID: Int64
        var firstAssetID: Int64
        var lastAssetID: Int64
        var firstPosition: Int64

        fileprivate var only: Membership { Membership(collectionID: collectionID, assetID: firstAssetID) }

        func continues(with membership: Membership, at position: Int64) -> Bool {
            membership.collectionID == collectionID && membership.assetID == lastAssetID + 1
                && position == firstPosition + (membership.assetID - firstAssetID) * OrderedRows.distance
        }
    }

    fileprivate var created: Set<Int64> = []
    fileprivate var updated: Set<Int64> = []
    fileprivate var deleted: Set<Int64> = []
    fileprivate var runs: [Run] = []
    /// The last added member, as a run of one asset.
    fileprivate var latest: Run?
    /// The former positions of members that existed before and have moved or been removed.
    fileprivate var before: [Membership: Int64] = [:]
    /// The members that were added and don't belong to a run.
    fileprivate var newcomers: Set<Membership> = []

    /// Returns the index of the run that contains the added member. A member of a run has no image of its own.
    fileprivate func run(of membership: Membership) -> Int? {
        runs.firstIndex { run in
            run.collectionID == membership.collectionID
                && (run.firstAssetID...run.lastAssetID).contains(membership.assetID)
        }
    }
}

extension HistoryRecorder {
    typealias Membership = CollectionChanges.Membership

    func noteCreation(ofCollection identifier: Int64) {
        collections.created.insert(identifier)
    }

    /// Call this before the row changes.
    func noteUpdate(ofCollection identifier: Int64) throws {
        guard !collections.created.contains(identifier), collections.updated.insert(identifier).inserted else { return }
        try keepImage(ofCollection: identifier, isAfter: false)
    }

    /// Call this before the row is deleted.
    func noteDeletion(ofCollection identifier: Int64) throws {
        // Members that were added in this transaction leave no trace.
        collections.runs.removeAll { $0.collectionID == identifier }
        collections.newcomers = collections.newcomers.filter { $0.collectionID != identifier }
        if collections.created.remove(identifier) != nil { return }
        try noteUpdate(ofCollection: identifier)
        collections.deleted.insert(identifier)
    }

    func noteArrival(_ membership: Membership, at position: Int64) {
        // A member that was removed in this transaction and is added again has moved.
        if collections.before[membership] != nil || collections.newcomers.contains(membership) { return }
        if let run = collections.runs.last, run.continues(with: membership, at: position) {
            collections.runs[collections.runs.count - 1].lastAssetID = membership.assetID
        } else if let first = collections.latest, first.continues(with: membership, at: position),
            collections.newcomers.remove(first.only) != nil
        {
            // A run has at least two assets, so it starts when the second one arrives.
            var run = first
            run.lastAssetID = membership.assetID
            collections.runs.append(run)
        } else {
            collections.newcomers.insert(membership)
            collections.latest = CollectionChanges.Run(
                collectionID: membership.collectionID, firstAssetID: membership.assetID,
                lastAssetID: membership.assetID, firstPosition: position)
        }
    }

    /// Call this before a member moves or is removed.
    func noteChange(of membership: Membership, at position: Int64) {
        guard collections.before[membership] == nil, !collections.newcomers.contains(membership) else { return }
        if let run = collections.run(of: membership) {
            dissolve(run)
        } else {
            collections.before[membership] = position
        }
    }

    /// Splits a run into single members, because one of them changes again.
    private func dissolve(_ index: Int) {
        let run = collections.runs.remove(at: index)
        for asset in run.firstAssetID...run.lastAssetID {
            collections.newcomers.insert(Membership(collectionID: run.collectionID, assetID: asset))
        }
    }

    func finishCollections() throws {
        for identifier in collections.created.sorted() { try keepImage(ofCollection: identifier, isAfter: true) }
        for identifier in collections.updated.subtracting(collections.deleted).sorted() {
            try keepImage(ofCollection: identifier, isAfter: true)
        }
        for (membership, position) in collections.before.sorted(by: { $0.key.order < $1.key.order }) {
            try keepImage(of: membership, at: position, isAfter: false)
            try keepCurrentImage(of: membership)
        }
        for membership in collections.newcomers.sorted(by: { $0.order < $1.order }) {
            try keepCurrentImage(of: membership)
        }
        for run in collections.runs {
            try keep(
                "INSERT INTO albumMemberRange VALUES (?, ?, ?, ?, ?)",
                [try change(), run.collectionID, run.firstAssetID, run.lastAssetID, run.firstPosition])
        }
    }

    private func keepImage(ofCollection identifier: Int64, isAfter: Bool) throws {
        try keep(
            """
            INSERT INTO collectionImage (changeId, id, isAfter, \(CollectionRecord.historicalColumns))
            SELECT ?, id, ?, \(CollectionRecord.historicalColumns) FROM collection WHERE id = ?
            """, [try change(), isAfter, identifier])
    }

    private func keepImage(of membership: Membership, at position: Int64, isAfter: Bool) throws {
        try keep(
            "INSERT INTO albumMemberImage VALUES (?, ?, ?, ?, ?)",
            [try change(), membership.collectionID, membership.assetID, isAfter, position])
    }

    /// Keeps nothing if the member has been removed.
    private func keepCurrentImage(of membership: Membership) throws {
        let rows = OrderedRows(database: database, list: .members(album: membership.collectionID))
        guard try !rows.positions(of: [membership.assetID]).isEmpty else { return }
        try keep(
            """
            INSERT INTO albumMemberImage
            SELECT ?, collectionId, assetId, 1, position FROM albumMember WHERE assetId = ? AND collectionId = ?
            """, [try change(), membership.assetID, membership.collectionID])
    }
}

extension CollectionChanges.Membership {
    fileprivate var order: (Int64, Int64) { (collectionID, assetID) }
}
