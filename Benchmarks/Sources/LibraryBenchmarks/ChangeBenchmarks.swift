@_spi(Storage) import Albumen
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Photos
import Records

struct ChangeBenchmarks {
    let library: GeneratedLibrary
    let raw: RawDatabase

    func run() throws {
        try smallChange()
        try creations()
        try albums()
    }

    private func smallChange() throws {
        let identifiers = library.uuids[0..<200].map { "\($0)/L0/001" }
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: Array(identifiers), options: nil)
        // Each round inverts all values, because setting the current value is no change.
        var isOdd = false
        let update = try raw.prepare(
            "UPDATE asset SET isFavorite = 1 - isFavorite, modificationDate = ? WHERE uuid = ?")
        try Measurement(
            title: "200 small performChanges, each durable and with history",
            peer: "SQLite, an update each at synchronous=FULL", goal: .rateAtLeast(0.25), repetitions: 3
        ).run(
            ours: {
                isOdd.toggle()
                for index in 0..<assets.count {
                    let asset = assets.object(at: index)
                    try PHPhotoLibrary.shared().performChangesAndWait {
                        PHAssetChangeRequest(for: asset).isFavorite = asset.isFavorite != isOdd
                    }
                }
            },
            theirs: {
                for (number, uuid) in library.uuids[200..<400].enumerated() {
                    try raw.execute("BEGIN IMMEDIATE")
                    update.bind(Double(number), at: 1)
                    update.bind(uuid, at: 2)
                    _ = update.step()
                    update.reset()
                    try raw.execute("COMMIT")
                }
            })
    }

    /// Uses blobs that are already stored and probed, so that only the catalog's part is measured.
    private func creations() throws {
        let count = 10_000
        let intake = try library.library.storage.blobs.makeIntake()
        defer { intake.finish() }
        var probe = MediaProbe(
            kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 4_032, pixelHeight: 3_024)
        probe.cameraMake = "Albumen"
        let insertion = try raw.prepare(
            """
            INSERT INTO asset (uuid, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight, duration,
                creationDate, modificationDate, addedDate, isFavorite, isHidden, representsBurst, burstSelectionTypes,
                sourceType, isRAW, isSelfPortrait, isShown, utcOffset, dateSource)
            VALUES (?, 1, 0, 1, 4032, 3024, 0, ?, ?, ?, 0, 0, 0, 0, 1, 0, 0, 1, 0, 'file')
            """)
        let resource = try raw.prepare(
            """
            INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth,
                pixelHeight) VALUES (?, 1, ?, 7, ?, 'public.jpeg', 4032, 3024)
            """)
        let metadata = try raw.prepare("INSERT INTO assetMetadata (assetId, cameraMake) VALUES (?, 'Albumen')")
        let identifier = try raw.prepare("SELECT last_insert_rowid()")
        var generator = SplitMix(state: 99)
        var (our, their): ([Double], [Double]) = ([], [])
        for round in 0..<3 {
            var transaction = Transaction()
            var blobs: [StagedBlob] = []
            for number in 0..<count {
                let blob = try intake.stage(Data("\(round)-\(number)".utf8))
                blobs.append(blob)
                transaction.record(
                    .create(
                        AssetCreation(
                            TakenFile(
                                blob: blob, originalFilename: "IMG_\(number).JPG", probe: probe,
                                fileDate: Date(timeIntervalSinceReferenceDate: Double(generator.next() % 630_000_000))),
                            from: nil, now: library.library.now())))
            }
            try intake.commit(blobs)
            our.append(try Measurement.seconds { _ = try library.library.owner.commit(transaction) })
            intake.release(blobs)
            let rows = (0..<count).map { number in
                (
                    generator.uuid(), Double(generator.next() % 630_000_000),
                    GeneratedLibrary.resource(number, &generator)
                )
            }
            their.append(
                try Measurement.seconds {
                    try raw.execute("BEGIN IMMEDIATE")
                    for (uuid, date, file) in rows {
                        insertion.bind(uuid, at: 1)
                        for column in Int32(2)...4 { insertion.bind(date, at: column) }
                        _ = insertion.step()
                        insertion.reset()
                        let asset = identifier.integers()[0]
                        resource.bind(asset, at: 1)
                        resource.bind(file.sha256.data, at: 2)
                        resource.bind(file.originalFilename, at: 3)
                        _ = resource.step()
                        resource.reset()
                        metadata.bind(asset, at: 1)
                        _ = metadata.step()
                        metadata.reset()
                    }
                    try raw.execute("COMMIT")
                })
        }
        Measurement(
            title: "10,000 creations in one transaction, blobs stored and probed",
            peer: "SQLite, the same rows with the same indexes", goal: .rateAtLeast(0.25)
        ).tell(our, their)
    }

    private func albums() throws {
        let (rounds, chunk) = (3, 1_000)
        let size = min(100_000, library.uuids.count - rounds * chunk)
        guard size > chunk else { return print("\nThe library is too small to measure a large album.") }
        var (full, empty): ([Double], [Double]) = ([], [])
        var next = size
        for _ in 0..<rounds {
            let large = try makeAlbum(with: Array(library.uuids[0..<size]))
            let newcomers = Array(library.uuids[next..<(next + chunk)])
            next += chunk
            full.append(try Measurement.seconds { try add(newcomers, to: large) })
            let small = try makeAlbum(with: [])
            empty.append(try Measurement.seconds { try add(newcomers, to: small) })
        }
        Measurement(
            title: "1,000 assets into an album of \(size)", peer: "the same into an empty one", goal: .atMost(2)
        ).tell(full, empty)
    }

    private func makeAlbum(with members: [String]) throws -> String {
        let uuid = UUID().uuidString
        var transaction = Transaction()
        transaction.record(.createCollection(NewCollection(uuid: uuid, kind: .album, title: "Benchmark")))
        if !members.isEmpty { transaction.record(.editMembers(ListEdit(.add(members)), albumUUID: uuid)) }
        _ = try library.library.owner.commit(transaction)
        return uuid
    }

    private func add(_ members: [String], to album: String) throws {
        var transaction = Transaction()
        transaction.record(.editMembers(ListEdit(.add(members)), albumUUID: album))
        _ = try library.library.owner.commit(transaction)
    }
}
