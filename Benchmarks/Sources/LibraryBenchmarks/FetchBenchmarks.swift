import Albumen
import Foundation
import Photos
import Records

struct FetchBenchmarks {
    let library: GeneratedLibrary
    let raw: RawDatabase

    func run() throws {
        try memory()
        try fetchAll()
        try dateRange()
        try firstProperties()
        try identifiers()
        try extendedMetadata()
        try smartAlbumCounts()
    }

    private var newestFirst: PHFetchOptions {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        return options
    }

    private func memory() throws {
        let before = try Self.residentBytes()
        let result = PHAsset.fetchAssets(with: newestFirst)
        let after = try Self.residentBytes()
        let bytes = Double(after - before) / Double(max(1, result.count))
        print(
            "\nmemory after a fetch of all (\(result.count)): \(String(format: "%.1f", bytes)) bytes an asset, "
                + "goal at most 16: \(bytes <= 16 ? "met" : "MISSED")")
    }

    private func fetchAll() throws {
        let statement = try raw.prepare(
            "SELECT id FROM asset WHERE isShown = 1 ORDER BY creationDate DESC, uuid DESC")
        try Measurement(
            title: "fetch all, newest first: count and ordered identifiers", peer: "SQLite, stepping the same index",
            goal: .atMost(1.3)
        ).run(
            ours: { precondition(PHAsset.fetchAssets(with: newestFirst).count > 0) },
            theirs: { precondition(!statement.integers().isEmpty) })
    }

    private func dateRange() throws {
        let (from, to) = (200_000_000.0, 230_000_000.0)
        let options = newestFirst
        options.predicate = NSPredicate(
            format: "mediaType == %d AND creationDate >= %@ AND creationDate <= %@", PHAssetMediaType.video.rawValue,
            Date(timeIntervalSinceReferenceDate: from) as NSDate, Date(timeIntervalSinceReferenceDate: to) as NSDate)
        let statement = try raw.prepare(
            """
            SELECT id FROM asset WHERE isShown = 1 AND mediaType = ? AND creationDate >= ? AND creationDate <= ?
            ORDER BY creationDate DESC, uuid DESC
            """)
        try Measurement(
            title: "a date range with a type", peer: "SQLite, the same statement", goal: .atMost(3), repetitions: 21
        ).run(
            ours: { precondition(PHAsset.fetchAssets(with: options).count > 0) },
            theirs: {
                statement.bind(Int64(2), at: 1)
                statement.bind(from, at: 2)
                statement.bind(to, at: 3)
                precondition(!statement.integers().isEmpty)
            })
    }

    /// Measures an existing result whose objects haven't been used yet.
    private func firstProperties() throws {
        let statement = try raw.prepare(
            """
            SELECT uuid, mediaType, mediaSubtypes, pixelWidth, pixelHeight, duration, creationDate, modificationDate,
                isFavorite, isHidden, latitude, longitude
            FROM asset WHERE id = ?
            """)
        let rows = try raw.prepare(
            "SELECT id FROM asset WHERE isShown = 1 ORDER BY creationDate DESC, uuid DESC LIMIT 100"
        ).integers()
        let options = newestFirst
        options.fetchLimit = 100
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<101 {
            let result = PHAsset.fetchAssets(with: options)
            ours.append(Measurement.seconds { Self.readProperties(of: result) })
            theirs.append(
                Measurement.seconds {
                    var sum = 0.0
                    for row in rows {
                        statement.bind(row, at: 1)
                        precondition(statement.step())
                        sum += Double(statement.text(0).utf8.count)
                        for column in Int32(1)..<12 { sum += statement.real(column) }
                        statement.reset()
                    }
                    precondition(sum != 0)
                })
        }
        Measurement(
            title: "the properties of the first 100 objects", peer: "SQLite, reading the same columns row by row",
            goal: .atMost(3)
        ).tell(ours, theirs)
    }

    private static func readProperties(of result: PHFetchResult<PHAsset>) {
        var sum = 0.0
        for index in 0..<result.count {
            let asset = result.object(at: index)
            sum += Double(asset.localIdentifier.utf8.count + asset.mediaType.rawValue + asset.pixelWidth)
            sum += Double(asset.pixelHeight) + asset.duration + Double(asset.mediaSubtypes.rawValue)
            sum += asset.creationDate?.timeIntervalSinceReferenceDate ?? 0
            sum += asset.modificationDate?.timeIntervalSinceReferenceDate ?? 0
            sum += (asset.isFavorite ? 1 : 0) + (asset.isHidden ? 1 : 0)
            sum += asset.location?.coordinate.latitude ?? 0
        }
        precondition(sum != 0)
    }

    private func identifiers() throws {
        var generator = SplitMix(state: 7)
        let chosen = (0..<10_000).map { _ in library.uuids[Int(generator.next() % UInt64(library.uuids.count))] }
        let identifiers = chosen.map { "\($0)/L0/001" }
        let statement = try raw.prepare(
            "SELECT id, mediaType, creationDate, isShown FROM asset WHERE uuid = ? AND trashedDate IS NULL")
        try Measurement(
            title: "10,000 assets by identifier, in one call, with an object of each", peer: "SQLite, one look-up each",
            goal: .rateAtLeast(0.5)
        ).run(
            ours: {
                var sum = 0
                PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).enumerateObjects { asset, _, _ in
                    sum += asset.mediaType.rawValue
                }
                precondition(sum > 0)
            },
            theirs: {
                var sum: Int64 = 0
                for uuid in chosen {
                    statement.bind(uuid, at: 1)
                    if statement.step() { sum += statement.integer(1) }
                    statement.reset()
                }
                precondition(sum > 0)
            })
    }

    /// The captions, keywords and filenames of assets, read with them.
    private func extendedMetadata() throws {
        func read(_ readsMetadata: Bool) {
            let options = PHFetchOptions()
            options.fetchLimit = 10_000
            options.prefetchAssetExtendedMetadata = readsMetadata
            var sum = 0
            PHAsset.fetchAssets(with: options).enumerateObjects { asset, _, _ in
                sum += asset.pixelWidth
                guard readsMetadata else { return }
                let metadata = asset.extendedMetadata
                sum += metadata.keywords.count + (metadata.originalFilename?.utf8.count ?? 0)
            }
            precondition(sum > 0)
        }
        try Measurement(
            title: "10,000 assets with their metadata", peer: "the same fetch without metadata", goal: .atMost(3)
        ).run(ours: { read(true) }, theirs: { read(false) })
    }

    private func smartAlbumCounts() throws {
        let conditions = [
            "1", "mediaType = 2", "isFavorite = 1", "mediaSubtypes & 1 != 0", "mediaSubtypes & 4 != 0",
            "mediaSubtypes & 8 != 0", "mediaSubtypes & 16 != 0", "mediaSubtypes & 131072 != 0",
            "mediaSubtypes & 262144 != 0", "mediaSubtypes & 524288 != 0", "isRAW = 1", "isSelfPortrait = 1",
            "representsBurst = 1", "playbackStyle = 2", "addedDate > 800000000",
        ]
        let statements =
            try conditions.map { try raw.prepare("SELECT count(*) FROM asset WHERE isShown = 1 AND \($0)") }
            + [
                raw.prepare("SELECT count(*) FROM asset WHERE isHidden = 1 AND trashedDate IS NULL"),
                raw.prepare("SELECT count(*) FROM asset WHERE trashedDate IS NOT NULL"),
            ]
        try Measurement(
            title: "counts of all smart albums", peer: "SQLite, a count each", goal: .atMost(0.1), repetitions: 3
        ).run(
            ours: {
                let counts = try SmartAlbum.counts(in: library.library.owner)
                precondition(counts.count > 10)
            },
            theirs: { for statement in statements { precondition(statement.integers().count == 1) } })
    }

    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
