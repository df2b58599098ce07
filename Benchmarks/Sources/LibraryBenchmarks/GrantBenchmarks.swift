@_spi(Storage) import Albumen
import Catalog
import Foundation
import Photos
import Records

/// Measures limited access: fetches of chosen assets, changes of a selection, and their details.
struct GrantBenchmarks {
    private let library: GeneratedLibrary
    private let raw: RawDatabase
    private var engine: Library { library.library }

    /// - Parameter count: The number of assets in the library.
    static func run(count: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let generated = try GeneratedLibrary(at: folder, count: count)
        let raw = try RawDatabase(generated.catalogPath)
        try raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let benchmarks = GrantBenchmarks(library: generated, raw: raw)
        try benchmarks.makeAlbum()
        try benchmarks.fetch()
        try benchmarks.details()
        try benchmarks.misses()
        try benchmarks.grant()
        let faults = try generated.library.storage.catalog.read { try $0.structuralFaults() }
        precondition(faults.isEmpty, "\(faults)")
    }

    private func session(_ client: String) -> PhotoLibrarySession {
        PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": client, "ALBUMEN_ACCESS": "limited"], openLibrary: { [engine] in engine })
    }

    /// Returns evenly distributed row identifiers.
    private func rows(_ count: Int, from first: Int = 0) -> [Int64] {
        let step = max(1, library.uuids.count / count)
        return (0..<min(count, library.uuids.count)).map { Int64($0 * step + first % step + 1) }
    }

    private var newestFirst: PHFetchOptions {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        return options
    }

    /// An album with every fifth asset of a grant, so that a grant also shows the album.
    private func makeAlbum() throws {
        let members = rows(2_000)
        try engine.storage.catalog.write(author: "benchmark") { transaction in
            let album = CollectionRecord(
                uuid: UUID().uuidString, kind: .album, subtype: .albumRegular, title: "Album", position: 0,
                creationDate: Date(), creator: "benchmark")
            try transaction.append(assets: members, toAlbum: transaction.insert(album))
        }
    }

    private func fetch() throws {
        try engine.choose(rows(1_000), forClient: "small", author: "benchmark")
        let statement = try raw.prepare(
            """
            SELECT asset.id FROM grants CROSS JOIN asset ON asset.id = grants.assetId
            WHERE grants.client = 'small' AND asset.isShown = 1 ORDER BY asset.creationDate DESC, asset.uuid DESC
            """)
        let options = newestFirst
        try PhotoLibrarySession.$current.withValue(session("small")) {
            try Measurement(
                title: "fetch 1,000 chosen of \(library.uuids.count): count and ordered identifiers",
                peer: "SQLite, the same join", goal: .atMost(1.5), repetitions: 101
            ).run(
                ours: { precondition(PHAsset.fetchAssets(with: options).count > 900) },
                theirs: { precondition(statement.integers().count > 900) })
        }
    }

    private func details() throws {
        let chosen = rows(min(100_000, library.uuids.count / 10))
        try engine.choose(chosen, forClient: "large", author: "benchmark")
        let others = Set(chosen)
        try PhotoLibrarySession.$current.withValue(session("large")) {
            var before = PHAsset.fetchAssets(with: newestFirst)
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for round in 0..<7 {
                let newcomer = chosen[(round * 1_009 + 77) % chosen.count] + 1
                precondition(!others.contains(newcomer))
                let change = try joined(newcomer)
                var details: PHFetchResultChangeDetails<PHAsset>?
                ours.append(Measurement.seconds { details = change.changeDetails(for: before) })
                // A hidden asset joins the selection, but not the result.
                guard let details else { continue }
                precondition(details.insertedIndexes?.count == 1)
                theirs.append(
                    Measurement.seconds {
                        let compared = PHFetchResultChangeDetails(
                            from: before, to: PHAsset.fetchAssets(with: newestFirst), changedObjects: [])
                        precondition(compared.insertedIndexes == details.insertedIndexes)
                    })
                before = details.fetchResultAfterChanges
            }
            Measurement(
                title: "details for one asset that joins a selection of \(chosen.count)",
                peer: "fetching anew and comparing", goal: .rateAtLeast(100)
            ).tell(ours, theirs)
        }
    }

    /// Chooses an asset and returns the change.
    private func joined(_ asset: Int64) throws -> PHChange {
        let listener = GrantListener()
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        try engine.choose([asset], forClient: "large", author: "benchmark")
        return listener.next()
    }

    /// Compares queries for assets that aren't chosen with queries for identifiers that don't exist.
    private func misses() throws {
        let view = engine.view(for: .client("small", access: .limited(client: "small")))
        let permitted = Set(rows(1_000))
        let foreign = library.uuids.indices.filter { !permitted.contains(Int64($0 + 1)) }.prefix(200_000).shuffled()
        var generator = SplitMix(state: 99)
        let questions: [(String, (String) throws -> Void)] = [
            ("by identifier", { check(try view.asset(withUUID: $0) == nil) }),
            ("rows of identifiers", { check(try view.assetRows(uuids: [$0]).isEmpty) }),
            (
                "image source",
                {
                    check(try view.pictureSource(ofAssetUUID: $0, version: .current) == nil)
                }
            ),
        ]
        for (title, ask) in questions {
            var (ours, theirs): ([Double], [Double]) = ([], [])
            for index in foreign.prefix(5_000) {
                let missing = generator.uuid()
                ours.append(try Measurement.seconds { try ask(library.uuids[index]) })
                theirs.append(try Measurement.seconds { try ask(missing) })
            }
            Measurement(
                title: "a miss, \(title): an asset that isn't chosen", peer: "an identifier that doesn't exist",
                goal: .atMost(2)
            ).tell(ours, theirs)
        }
    }

    /// The same rows by SQLite's own interface, with one statement per table.
    private func grant() throws {
        let assets = rows(10_000)
        let change = try raw.prepare("INSERT INTO change (date, author, rowCount) VALUES (0, 'benchmark', ?)")
        let grantChange = try raw.prepare(
            "INSERT INTO grantChange (changeId, client, imageCount) VALUES (last_insert_rowid(), ?, ?)")
        let number = try raw.prepare("SELECT max(id) FROM change")
        let grant = try raw.prepare("INSERT INTO grants (client, assetId) VALUES (?, ?)")
        let image = try raw.prepare(
            """
            INSERT INTO grantImage (client, assetId, changeId, isGranted, isTrashed) VALUES (?, ?, ?, 1, 0)
            """)
        let members = try raw.prepare("SELECT count(*) FROM albumMember").integers()[0]
        let counts = try raw.prepare("INSERT INTO chosenMemberCount SELECT ?, id, \(members) FROM collection")
        let visible = try raw.prepare("INSERT INTO visibleCollection SELECT ?, id, uuid, kind FROM collection")
        let visibility = try raw.prepare("INSERT INTO visibilityImage SELECT ?, id, ?, 1, uuid, kind FROM collection")
        var round = 0
        func insert(_ client: String) throws {
            try raw.execute("BEGIN IMMEDIATE")
            change.bind(Int64(assets.count + 2), at: 1)
            run(change)
            grantChange.bind(client, at: 1)
            grantChange.bind(Int64(assets.count + 1), at: 2)
            run(grantChange)
            let changeID = number.integers()[0]
            for asset in assets {
                grant.bind(client, at: 1)
                grant.bind(asset, at: 2)
                run(grant)
            }
            for asset in assets {
                image.bind(client, at: 1)
                image.bind(asset, at: 2)
                image.bind(changeID, at: 3)
                run(image)
            }
            for statement in [counts, visible, visibility] { statement.bind(client, at: 1) }
            visibility.bind(changeID, at: 2)
            for statement in [counts, visible, visibility] { run(statement) }
            try raw.execute("COMMIT")
        }
        try Measurement(
            title: "a grant of \(assets.count) assets, durable and with history",
            peer: "SQLite, the same rows at synchronous=FULL", goal: .atMost(2), repetitions: 7
        ).run(
            ours: { check(try choose(assets, "ours-\(round)") == assets.count) },
            theirs: {
                try insert("raw-\(round)")
                round += 1
            })
    }

    private func choose(_ assets: [Int64], _ client: String) throws -> Int {
        try engine.choose(assets, forClient: client, author: "benchmark").count
    }

    private func run(_ statement: RawStatement) {
        precondition(!statement.step())
        statement.reset()
    }
}

/// Waits for a change.
private final class GrantListener: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    private let arrival = DispatchSemaphore(value: 0)
    // Written before the signal and read after the wait.
    private var change: PHChange?

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        change = changeInstance
        arrival.signal()
    }

    func next() -> PHChange {
        arrival.wait()
        guard let change else { preconditionFailure("The semaphore was signalled without a change.") }
        return change
    }
}
