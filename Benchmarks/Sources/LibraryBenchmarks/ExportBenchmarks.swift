import Albumen
import Foundation
import Records

/// `LibraryBenchmarks export MEDIA-FOLDER` compares exports of the photographs with and without sidecars. The library
/// knows all values of each photograph that a sidecar can have.
enum ExportBenchmarks {
    private static let rounds = 7

    static func run(mediaFolder: String) throws {
        try ImageMedia.withMedia(in: mediaFolder) { media in
            let folder = try media.photographLibrary()
            let library = try Library(at: URL(fileURLWithPath: folder, isDirectory: true))
            let rows = try describe(library)
            var (with, without): ([Double], [Double]) = ([], [])
            for round in 0..<rounds {
                // In turn, each of them is the first.
                for hasSidecars in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                    let seconds = try export(rows, of: library, to: "\(folder)-export", hasSidecars: hasSidecars)
                    if hasSidecars { with.append(seconds) } else { without.append(seconds) }
                }
            }
            try library.close()
            Measurement(
                title: "exporting \(rows.count) photographs with sidecars", peer: "without sidecars",
                goal: .atMost(1.2)
            ).tell(with, without)
        }
    }

    /// Gives each asset a place, a caption, keywords and a rating.
    private static func describe(_ library: Library) throws -> [Int64] {
        let rows = try Export.everything(in: library.owner)
        let assets = try library.owner.assets(withIdentifiers: rows)
        var transaction = Transaction()
        for (number, row) in rows.enumerated() {
            guard let asset = assets[row] else { continue }
            var change = AssetChange()
            change.location = .some(AssetLocation(latitude: 31.25, longitude: Double(number) / 10, altitude: 12))
            change.caption = .some("Photograph \(number) of a long day at the sea & in the hills")
            change.keywords = ["family", "sea", "number \(number)"]
            change.rating = number % 5 + 1
            change.isFavorite = number.isMultiple(of: 2)
            transaction.record(.change(change, assetUUID: asset.uuid))
        }
        _ = try library.owner.commit(transaction)
        return rows
    }

    private static func export(
        _ rows: [Int64], of library: Library, to path: String, hasSidecars: Bool
    ) throws -> Double {
        let target = URL(fileURLWithPath: path, isDirectory: true)
        var options = ExportOptions()
        options.includesSidecars = hasSidecars
        sync()
        let seconds = try Measurement.seconds {
            let summary = try Export(from: library.owner, to: target, options: options) { _ in }.run(rows)
            guard summary.exported == rows.count, summary.sidecars == (hasSidecars ? rows.count : 0) else {
                throw ImageMedia.Failure(description: "The export has \(summary).")
            }
        }
        try FileManager.default.removeItem(at: target)
        return seconds
    }
}
