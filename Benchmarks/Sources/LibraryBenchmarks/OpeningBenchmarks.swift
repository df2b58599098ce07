@_spi(Storage) import Albumen
import BlobStore
import Catalog
import Foundation
import Records

/// `LibraryBenchmarks opening FOLDER COUNT` measures one round of opening a library and of small changes. To compare
/// two builds, run it with both in turn.
///
/// Creates the library in `FOLDER` if it doesn't exist, with `COUNT` assets and as many originals of a few bytes.
enum OpeningBenchmarks {
    private static let openings = 50
    private static let changes = 200
    private static let batch = 10_000

    static func run(folder: URL, count: Int) throws {
        if !Library.exists(at: folder) { try make(at: folder, count: count) }
        try warm(folder)
        let opening = try (0..<openings).map { _ in
            try Measurement.seconds { try Library(at: folder).close() }
        }
        let library = try Library(at: folder)
        let uuids = try library.storage.catalog.read { try $0.assets(withIdentifiers: Array(1...Int64(changes))) }
            .sorted { $0.key < $1.key }.map(\.value.uuid)
        let isFavorite =
            try library.storage.catalog.read { try $0.assets(withIdentifiers: [1]) }[1]?.isFavorite ?? false
        var change = AssetChange()
        change.isFavorite = !isFavorite
        let changing = try Measurement.seconds {
            for uuid in uuids {
                var transaction = Transaction()
                transaction.record(.change(change, assetUUID: uuid))
                _ = try library.owner.commit(transaction)
            }
        }
        try library.close()
        print("opening \(Measurement.median(opening) * 1e6) µs, \(changes) changes \(changing * 1e3) ms")
    }

    private static func warm(_ folder: URL) throws {
        for _ in 0..<3 { try Library(at: folder).close() }
    }

    private static func make(at folder: URL, count: Int) throws {
        let library = try Library(at: folder)
        let intake = try library.storage.blobs.makeIntake()
        defer { intake.finish() }
        var generator = SplitMix(state: 20_260_101)
        for start in stride(from: 0, to: count, by: batch) {
            let blobs = try (start..<min(start + batch, count)).map { try intake.stage(Data("original \($0)".utf8)) }
            try intake.commit(blobs)
            try library.storage.catalog.write(author: "benchmark") { transaction in
                for (number, blob) in blobs.enumerated() {
                    let identifier = try transaction.insert(GeneratedLibrary.asset(&generator))
                    var resource = GeneratedLibrary.resource(start + number, &generator)
                    resource.sha256 = blob.digest
                    resource.fileSize = blob.size
                    try transaction.insert(resource, intoAsset: identifier)
                }
            }
            intake.release(blobs)
        }
        try library.close()
    }
}
