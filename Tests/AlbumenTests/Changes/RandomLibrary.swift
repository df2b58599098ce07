import AlbumenTestSupport
import Catalog
import Foundation
import Records

@testable import Albumen
@testable import PhotoLibrary

/// A library that changes at random, with one commit per step. Steps choose existing objects by number, so a series
/// without some of its steps is valid, too.
final class RandomLibrary {
    struct Step: Equatable {
        enum Kind: CaseIterable {
            case insert, update, trash, restore, purge
            case createAlbum, deleteAlbum, place, append, leave
            case choose, deselect
        }

        var kinds: [Kind]
        var seed: UInt64
    }

    /// The client with limited access for which assets are chosen.
    static let client = "app"

    let temporary: TemporaryLibrary
    private(set) var assets: [Int64] = []
    private(set) var albums: [Int64] = []
    /// The assets whose rows each step changed.
    private(set) var changed: [Set<Int64>] = []
    private var inserted = 0

    init() throws {
        temporary = try TemporaryLibrary()
    }

    var library: Library { temporary.library }

    /// Returns a random step: mostly one or two changes, sometimes many.
    static func step(_ generator: inout SeededGenerator) -> Step {
        let count = [1, 1, 1, 2, 3, 8][Int.random(in: 0..<6, using: &generator)]
        let kinds = (0..<count).map { _ in
            Bool.random(using: &generator)
                ? .update : Step.Kind.allCases.randomElement(using: &generator) ?? .insert
        }
        return Step(kinds: kinds, seed: UInt64.random(in: 0...UInt64.max, using: &generator))
    }

    func run(_ step: Step) throws {
        var random = RandomFetches(seed: step.seed)
        var touched: Set<Int64> = []
        try library.catalog.write(author: "test") { transaction in
            for kind in step.kinds { try run(kind, &random, transaction, &touched) }
        }
        changed.append(touched)
    }

    private func run(
        _ kind: Step.Kind, _ random: inout RandomFetches, _ transaction: CatalogTransaction,
        _ touched: inout Set<Int64>
    ) throws {
        switch kind {
        case .insert:
            for _ in 0..<random.pick([1, 1, 2, 12]) {
                inserted += 1
                assets.append(try transaction.insert(random.asset(inserted)))
            }
        case .update:
            guard let asset = pick(assets, &random) else { return }
            var donor = random.asset(0)
            let column = random.pick([0, 1, 2, 3, 4, 5])
            try update(asset, transaction, &touched) { record in
                switch column {
                case 0: record.isFavorite.toggle()
                case 1: record.creationDate = donor.creationDate
                case 2: record.isHidden.toggle()
                case 3: record.modificationDate = donor.modificationDate
                case 4: (record.duration, record.mediaType) = (donor.duration, donor.mediaType)
                default:
                    donor.uuid = record.uuid
                    donor.id = record.id
                    donor.trashedDate = record.trashedDate
                    record = donor
                }
            }
        case .trash:
            guard let asset = pick(assets, &random) else { return }
            try update(asset, transaction, &touched) { $0.trashedDate = $0.trashedDate ?? Date() }
        case .restore:
            guard let asset = pick(assets, &random) else { return }
            try update(asset, transaction, &touched) { $0.trashedDate = nil }
        case .purge:
            guard let asset = pick(assets, &random),
                let record = try transaction.reader.assets(withIdentifiers: [asset])[asset]
            else { return }
            _ = try transaction.purge(record)
            assets.removeAll { $0 == asset }
        case .createAlbum:
            let album = CollectionRecord(
                uuid: UUID().uuidString, kind: .album, subtype: .albumRegular, title: "", position: 0,
                creationDate: Date(),
                creator: "test")
            albums.append(try transaction.insert(album))
        case .deleteAlbum:
            guard random.chance(3), let album = pick(albums, &random) else { return }
            try transaction.delete(collection: album)
            albums.removeAll { $0 == album }
        case .place:
            guard let album = pick(albums, &random) else { return }
            let members = try members(album, transaction)
            let placed = Array(Set((0..<random.pick([1, 1, 2, 5])).compactMap { _ in pick(assets, &random) })).sorted()
            let others = members.filter { !placed.contains($0) }
            try transaction.place(
                assets: placed, inAlbum: album, after: random.chance(3) ? nil : pick(others, &random))
        case .append:
            guard let album = pick(albums, &random) else { return }
            let members = Set(try members(album, transaction))
            let newcomers = Set((0..<random.pick([1, 3, 9])).compactMap { _ in pick(assets, &random) })
            try transaction.append(assets: newcomers.subtracting(members).sorted(), toAlbum: album)
        case .choose:
            let chosen = (0..<random.pick([1, 2, 6])).compactMap { _ in pick(assets, &random) }
            _ = try transaction.grant(assets: Set(chosen), to: Self.client)
        case .deselect:
            let deselected = (0..<random.pick([1, 1, 3])).compactMap { _ in pick(assets, &random) }
            _ = try transaction.revoke(assets: Set(deselected), from: Self.client)
        case .leave:
            guard let album = pick(albums, &random) else { return }
            let leaving = (0..<random.pick([1, 2])).compactMap { _ in pick(assets, &random) }
            try transaction.remove(assets: Array(Set(leaving)), fromAlbum: album)
        }
    }

    private func update(
        _ asset: Int64, _ transaction: CatalogTransaction, _ touched: inout Set<Int64>,
        _ change: (inout AssetRecord) -> Void
    ) throws {
        guard let before = try transaction.reader.assets(withIdentifiers: [asset])[asset] else { return }
        if try transaction.update(asset: asset, change) != before { touched.insert(asset) }
    }

    private func members(_ album: Int64, _ transaction: CatalogTransaction) throws -> [Int64] {
        Array(try transaction.reader.members(ofAlbum: album, among: assets)).sorted()
    }

    private func pick(_ rows: [Int64], _ random: inout RandomFetches) -> Int64? {
        rows.isEmpty ? nil : random.pick(rows)
    }
}
