import Albumen
import Foundation
import Photos
import Records

/// Fetches and counts with predicates, beside the best of SQLite's plans for the same rows.
struct PredicateBenchmarks {
    let library: GeneratedLibrary
    let raw: RawDatabase

    func run() throws {
        let newest = NSSortDescriptor(key: "creationDate", ascending: false)
        let order = "creationDate DESC, uuid DESC"
        try compare("videos of more than eight minutes", "duration > 480", newest, order)
        try compare("photos of more than 4,032 pixels", "pixelWidth > 4032", newest, order)
        try compare("photos of any width", "pixelWidth > 1000", newest, order)
        try compare(
            "large photos of most years", "pixelWidth > 4032 AND creationDate >= %@", newest, order,
            condition: "pixelWidth > 4032 AND creationDate >= 100000000.0")
        try compare(
            "everything by date of change", nil, NSSortDescriptor(key: "modificationDate", ascending: true),
            "modificationDate, uuid", condition: "1")
        // The peer takes microseconds, and a fetch its own work.
        try compare(
            "the ten newest large photos", "pixelWidth > 4032", newest, order, limit: 10, goal: .seconds(0.001))
        try compare("the ten newest of no photos", "pixelWidth > 9000", newest, order, limit: 10)
        try typeCounts()
        try randomObjects()
        try keyAssets()
    }

    private func compare(
        _ title: String, _ format: String?, _ sort: NSSortDescriptor, _ order: String, condition: String? = nil,
        limit: Int = 0, goal: Measurement.Goal = .atMost(1.3)
    ) throws {
        let options = PHFetchOptions()
        options.sortDescriptors = [sort]
        options.predicate = format.map { format in
            let date = Date(timeIntervalSinceReferenceDate: 100_000_000) as NSDate
            return NSPredicate(format: format, argumentArray: format.contains("%@") ? [date] : nil)
        }
        options.fetchLimit = limit
        let rows = condition ?? format ?? "1"
        let end = limit > 0 ? " LIMIT \(limit)" : ""
        let plans = ["asset", "asset NOT INDEXED", "asset INDEXED BY assetByCreationDate"].compactMap { table in
            try? raw.prepare("SELECT id FROM \(table) WHERE isShown = 1 AND (\(rows)) ORDER BY \(order)\(end)")
        }
        let expected = try bestPlan(plans)
        try Measurement(
            title: "\(title) (\(expected.count))", peer: "SQLite, the best of its plans", goal: goal,
            repetitions: 3
        ).run(
            ours: { precondition(PHAsset.fetchAssets(with: options).count == expected.count) },
            theirs: { precondition(expected.statement.integers().count == expected.count) })
    }

    private func bestPlan(_ plans: [RawStatement]) throws -> (statement: RawStatement, count: Int) {
        let timed = plans.map { plan in
            var count = 0
            return (plan: plan, seconds: Measurement.seconds { count = plan.integers().count }, count: count)
        }
        guard let best = timed.min(by: { $0.seconds < $1.seconds }) else {
            throw RawDatabase.Failure(description: "no plan")
        }
        return (best.plan, best.count)
    }

    private func typeCounts() throws {
        let statement = try raw.prepare("SELECT count(*) FROM asset WHERE isShown = 1 AND mediaType = 2")
        let result = PHAsset.fetchAssets(with: nil)
        try Measurement(
            title: "videos in a fetch result of all", peer: "SQLite, counting in an index", goal: .atMost(1.3),
            repetitions: 3
        ).run(
            ours: { precondition(result.countOfAssets(with: .video) > 0) },
            theirs: { precondition(statement.integers()[0] > 0) })
    }

    private func randomObjects() throws {
        let statement = try raw.prepare(
            "SELECT uuid, mediaType, creationDate, pixelWidth, pixelHeight, duration FROM asset WHERE id = ?")
        let result = PHAsset.fetchAssets(with: nil)
        let rows = try raw.prepare("SELECT id FROM asset WHERE isShown = 1 ORDER BY creationDate, uuid").integers()
        var generator = SplitMix(state: 11)
        try Measurement(
            title: "100 objects at random indexes", peer: "SQLite, a row each", goal: .seconds(0.006), repetitions: 21
        ).run(
            ours: {
                for _ in 0..<100 {
                    precondition(result.object(at: Int(generator.next() % UInt64(result.count))).pixelWidth > 0)
                }
            },
            theirs: {
                for _ in 0..<100 {
                    statement.bind(rows[Int(generator.next() % UInt64(rows.count))], at: 1)
                    precondition(statement.step() && statement.integer(3) > 0)
                    statement.reset()
                }
            })
    }

    private func keyAssets() throws {
        let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
        let statement = try raw.prepare("SELECT count(*) FROM asset WHERE isShown = 1 AND mediaSubtypes & 16 != 0")
        try Measurement(
            title: "key assets of all smart albums", peer: "SQLite, one count in an index", goal: .seconds(0.3),
            repetitions: 3
        ).run(
            ours: {
                albums.enumerateObjects { album, _, _ in _ = PHAsset.fetchKeyAssets(in: album, options: nil)?.count }
            }, theirs: { precondition(statement.integers().count == 1) })
        try Measurement(
            title: "fetches of all smart albums", peer: "SQLite, one count in an index", goal: .seconds(1.5),
            repetitions: 3
        ).run(
            ours: { albums.enumerateObjects { album, _, _ in _ = PHAsset.fetchAssets(in: album, options: nil).count } },
            theirs: { precondition(statement.integers().count == 1) })
    }
}
