import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// Brings over the albums and folders of a source, after its items.
struct SourceCollections {
    let source: any PhotoSource
    let library: Library
    let ledger: SourceLedger
    let isDryRun: Bool
    let shouldStop: @Sendable () -> Bool

    /// Commits each album by itself, so that a killed import continues after the last one.
    func run() throws {
        for collection in source.collections {
            guard !shouldStop() else { return }
            let fact: SourceDifference.Fact = collection.kind == .album ? .albums : .folders
            if let reason = collection.exclusion {
                ledger.note(
                    SourceDifference(fact, reason), identifier: collection.identifier, name: collection.title)
                continue
            }
            if isDryRun {
                ledger.noteUse(of: fact)
                ledger.noteUse(of: .memberships, count: collection.members.count)
                if collection.cover != nil { ledger.noteUse(of: .covers) }
            } else {
                try bringOver(collection, fact)
            }
        }
    }

    private func bringOver(_ collection: SourceCollection, _ fact: SourceDifference.Fact) throws {
        let arrival = CollectionArrival(
            source: source.key, identifier: collection.identifier, kind: collection.kind == .album ? .album : .folder,
            title: collection.title, parent: collection.parent, members: collection.members, cover: collection.cover)
        let outcomes = try library.view(for: .importer).commit(Transaction([.bringOverCollection(arrival)]))
        guard case .collected(let uuid?, _)? = outcomes.first else {
            ledger.note(
                SourceDifference(fact, .deletedHere), identifier: collection.identifier, name: collection.title)
            return
        }
        ledger.noteUse(of: fact)
        guard collection.kind == .album else { return }
        try noteMembers(of: collection, uuid)
    }

    /// Notes which members the library's album has, and whether its cover is that of the source.
    private func noteMembers(of collection: SourceCollection, _ uuid: String) throws {
        let (assets, members, cover) = try library.catalog.read { catalog in
            guard let row = try catalog.source(source.key),
                let album = try catalog.collections(.uuids([uuid]), scope: .everything).first
            else { return ([String: Int64](), Set<Int64>(), Int64?.none) }
            let assets = try catalog.assets(ofSource: row, items: collection.members)
            return (assets, try catalog.members(ofAlbum: album.id, among: Array(assets.values)), album.coverID)
        }
        func note(_ fact: SourceDifference.Fact, _ reason: SourceDifference.Reason, _ count: Int) {
            ledger.note(
                SourceDifference(fact, reason), identifier: collection.identifier, name: collection.title,
                count: count)
        }
        let brought = collection.members.compactMap { assets[$0] }
        let present = brought.filter(members.contains)
        ledger.noteUse(of: .memberships, count: present.count)
        note(.memberships, .userValue, brought.count - present.count)
        note(.memberships, .itemNotBrought, collection.members.count - brought.count)
        guard let identifier = collection.cover else { return }
        guard let asset = assets[identifier] else { return note(.covers, .itemNotBrought, 1) }
        if cover == asset { ledger.noteUse(of: .covers) } else { note(.covers, .userValue, 1) }
    }
}
