import GRDB
import Records

/// What one transaction did to collections and their members, until it is written.
final class CollectionChanges {
    struct Membership: Hashable {
        var collectionID: Int64
        var assetID: Int64
    }

    /// Newcomers of one album, one behind the other at equal distances, with rising row identifiers.
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
    /// The newcomer that came last, as the run that may begin with it.
    fileprivate var latest: Run?
    /// The members that were there before, and where.
    fileprivate var before: [Membership: Int64] = [:]
    /// The members that were not there before and came by themselves.
    fileprivate var newcomers: Set<Membership> = []

    /// Whether a newcomer is part of a run, and so has no image of its own.
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

    /// To be called before the row changes.
    func noteUpdate(ofCollection identifier: Int64) throws {
        guard !collections.created.contains(identifier), collections.updated.insert(identifier).inserted else { return }
        try keepImage(ofCollection: identifier, isAfter: false)
    }

    /// To be called before the row goes.
    func noteDeletion(ofCollection identifier: Int64) throws {
        // What came into it in this transaction came nowhere.
        collections.runs.removeAll { $0.collectionID == identifier }
        collections.newcomers = collections.newcomers.filter { $0.collectionID != identifier }
        if collections.created.remove(identifier) != nil { return }
        try noteUpdate(ofCollection: identifier)
        collections.deleted.insert(identifier)
    }

    func noteArrival(_ membership: Membership, at position: Int64) {
        // One that left in this transaction and comes back has moved.
        if collections.before[membership] != nil || collections.newcomers.contains(membership) { return }
        if let run = collections.runs.last, run.continues(with: membership, at: position) {
            collections.runs[collections.runs.count - 1].lastAssetID = membership.assetID
        } else if let first = collections.latest, first.continues(with: membership, at: position),
            collections.newcomers.remove(first.only) != nil
        {
            // A run begins with the second: one asset alone is a newcomer by itself.
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

    /// To be called before a member moves or leaves.
    func noteChange(of membership: Membership, at position: Int64) {
        guard collections.before[membership] == nil, !collections.newcomers.contains(membership) else { return }
        if let run = collections.run(of: membership) {
            dissolve(run)
        } else {
            collections.before[membership] = position
        }
    }

    /// A run that is touched again falls apart into members by themselves.
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

    /// Nothing where the member has gone.
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
