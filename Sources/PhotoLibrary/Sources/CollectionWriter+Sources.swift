import Catalog
import Foundation
import Records

/// Bringing over the albums and folders of sources.
extension CollectionWriter {
    /// Creates an album or a folder of a source, or updates it with what the source has new: a title that the user
    /// didn't change here, and new members at their place. Removes nothing.
    ///
    /// - Complexity: O(*n*) for *n* members in the source.
    func bringOver(_ arrival: CollectionArrival) throws -> Transaction.Outcome {
        let source = try transaction.ensureSource(arrival.source)
        let known = try transaction.reader.collectionSource(ofSource: source, identifier: arrival.identifier)
        guard let known else {
            guard let present = try collection(claimedBy: arrival) else { return try create(arrival, source) }
            return try adopt(present, arrival, source)
        }
        guard let collection = try transaction.reader.collections(withIdentifiers: [known.collectionID]).first else {
            return .collected(uuid: nil, .deleted)
        }
        return try update(collection, known, with: arrival)
    }

    /// Deletes the album of an import, and what the sources' albums and folders are without its members. An album in which
    /// anything is left stays, and so does a folder of the user.
    func deleteImport(_ uuid: String) throws {
        let album = try findAlbum(uuid)
        guard album.subtype == .albumImported else {
            throw LibraryError(.unsupportedChange, "“\(album.title)” isn't the album of an import.")
        }
        for emptied in try transaction.reader.sourceAlbumsInTrash(sharingMembersWith: album.id) {
            var next: CollectionRecord? = emptied
            while let collection = next {
                try transaction.forgetSources(ofCollection: collection.id)
                try transaction.delete(collection: collection.id)
                deleted.insert(collection.uuid)
                let folder = try collection.parentID
                    .flatMap { try transaction.reader.collections(withIdentifiers: [$0]).first }
                next = nil
                guard let folder else { continue }
                try touch(folder)
                let isEmpty = try transaction.reader.collections(.children(folder: folder.id), scope: .everything)
                    .isEmpty
                if isEmpty, try transaction.reader.hasSource(collection: folder.id) { next = folder }
            }
        }
        try transaction.delete(collection: album.id)
        deleted.insert(album.uuid)
    }

    private func create(_ arrival: CollectionArrival, _ source: Int64) throws -> Transaction.Outcome {
        let parent = try arrival.parent
            .flatMap { try transaction.reader.collectionSource(ofSource: source, identifier: $0)?.collectionID }
            .flatMap { try transaction.reader.collections(withIdentifiers: [$0]).first }
        let record = CollectionRecord(
            uuid: try uuid(for: arrival), kind: arrival.kind,
            subtype: arrival.kind == .album ? .albumRegular : .regularFolder, title: Self.title(arrival.title),
            position: nil, creationDate: transaction.date, creator: author)
        let identifier = try transaction.insert(record)
        let last = try transaction.reader.lastChild(ofFolder: parent?.id)
        try transaction.place(collections: [identifier], inFolder: parent?.id, after: last)
        if let parent { try touch(parent) }
        let assets = try assets(of: arrival, source)
        var seen: Set<Int64> = []
        try transaction.append(
            assets: arrival.members.compactMap { assets[$0] }.filter { seen.insert($0).inserted },
            toAlbum: identifier)
        if let cover = arrival.cover.flatMap({ assets[$0] }) {
            try transaction.update(collection: identifier) { $0.coverID = cover }
        }
        try transaction.record(
            CollectionSourceRecord(
                sourceID: source, identifier: arrival.identifier, collectionID: identifier, title: arrival.title,
                members: arrival.members.filter { assets[$0] != nil },
                cover: arrival.cover.flatMap { assets[$0] == nil ? nil : $0 }))
        return .collected(uuid: record.uuid, .created)
    }

    private func update(
        _ collection: CollectionRecord, _ known: CollectionSourceRecord, with arrival: CollectionArrival
    ) throws -> Transaction.Outcome {
        let assets = try assets(of: arrival, known.sourceID)
        let former = Set(known.members)
        let newcomers = Set(arrival.members.filter { !former.contains($0) }.compactMap { assets[$0] })
        var isChanged = try add(newcomers, of: arrival.members.compactMap { assets[$0] }, to: collection)
        let title = Self.title(arrival.title)
        // A cover that the user removed from the album doesn't become its cover.
        let cover = try transaction.reader.members(
            ofAlbum: collection.id, among: [arrival.cover.flatMap { assets[$0] }].compactMap(\.self)
        ).first
        let formerCover = try known.cover.flatMap { cover in
            try arrival.assets?[cover] ?? transaction.reader.assets(ofSource: known.sourceID, items: [cover])[cover]
        }
        let changed = try transaction.update(collection: collection.id) { row in
            if arrival.title != known.title, row.title == Self.title(known.title) { row.title = title }
            if arrival.cover != known.cover, row.coverID == formerCover, arrival.cover == nil || cover != nil {
                row.coverID = cover
            }
            if row != collection || isChanged { row.modificationDate = transaction.date }
        }
        isChanged = changed.title != collection.title || changed.coverID != collection.coverID || isChanged
        var record = known
        record.title = arrival.title
        record.cover = arrival.cover.flatMap { assets[$0] == nil ? nil : $0 }
        record.members = arrival.members.filter { assets[$0] != nil }
        if record != known { try transaction.record(record) }
        return .collected(uuid: collection.uuid, isChanged ? .updated : .unchanged)
    }

    private func assets(of arrival: CollectionArrival, _ source: Int64) throws -> [String: Int64] {
        try arrival.assets ?? transaction.reader.assets(ofSource: source, items: arrival.members)
    }

    /// Returns the album or folder that has the identifier of the source's.
    private func collection(claimedBy arrival: CollectionArrival) throws -> CollectionRecord? {
        guard let uuid = LocalIdentifier.uuid(of: arrival.identifier) else { return nil }
        let found = try transaction.reader.collections(.uuids([uuid]), scope: .everything).first
        return found.flatMap { $0.kind == arrival.kind ? $0 : nil }
    }

    /// Makes an album or folder stand for that of the source. It keeps its title, place and cover.
    private func adopt(
        _ collection: CollectionRecord, _ arrival: CollectionArrival, _ source: Int64
    ) throws -> Transaction.Outcome {
        let known = CollectionSourceRecord(
            sourceID: source, identifier: arrival.identifier, collectionID: collection.id, title: arrival.title,
            cover: arrival.cover)
        try transaction.record(known)
        let outcome = try update(collection, known, with: arrival)
        return outcome == .collected(uuid: collection.uuid, .updated)
            ? outcome : .collected(uuid: collection.uuid, .adopted)
    }

    /// Adds newcomers to an album, each after the nearest asset before it in the source's order that is a member.
    ///
    /// - Returns: Whether an asset was added.
    private func add(_ newcomers: Set<Int64>, of order: [Int64], to album: CollectionRecord) throws -> Bool {
        guard !newcomers.isEmpty else { return false }
        var members = try transaction.reader.members(ofAlbum: album.id, among: order)
        var predecessor: Int64?
        var run: [Int64] = []
        var seen: Set<Int64> = []
        var isChanged = false
        func placeRun() throws {
            guard !run.isEmpty else { return }
            try transaction.place(assets: run, inAlbum: album.id, after: predecessor)
            predecessor = run.last
            members.formUnion(run)
            run = []
            isChanged = true
        }
        for asset in order {
            if members.contains(asset) {
                try placeRun()
                predecessor = asset
            } else if newcomers.contains(asset), seen.insert(asset).inserted {
                run.append(asset)
            }
        }
        try placeRun()
        return isChanged
    }

    /// Returns the identifier that the source gives the album or folder if it's free here, so that programs that kept it
    /// find the album.
    private func uuid(for arrival: CollectionArrival) throws -> String {
        guard let uuid = LocalIdentifier.uuid(of: arrival.identifier),
            try transaction.reader.collections(.uuids([uuid]), scope: .everything).isEmpty
        else { return makeUUID() }
        return uuid
    }

    /// Returns a title that an album can have.
    private static func title(_ text: String) -> String {
        var title = text.filter { $0 != "\0" }
        while title.utf8.count > longestTitleInBytes { title.removeLast() }
        return title
    }
}
