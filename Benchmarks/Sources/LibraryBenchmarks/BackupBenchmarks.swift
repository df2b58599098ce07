import Albumen
import BlobStore
import Cancellation
import Foundation
import PhotoLibrary

/// The backup of a catalog in a folder: what a commit costs while its changes are sent, and a restoration beside
/// Litestream's.
struct BackupBenchmarks {
    private static let commitCount = 400

    /// - Parameters:
    ///   - folder: An empty folder for two libraries, the place and the restored catalogs.
    ///   - litestream: The program `litestream`.
    static func run(folder: String, count: Int, litestream: String) throws {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        let place = root.appendingPathComponent("place", isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let settings = CloudSettings(address: "dir:\(place.path)")
        let connected = try GeneratedLibrary(at: root.appendingPathComponent("connected"), count: count)
        let other = try GeneratedLibrary(at: root.appendingPathComponent("other"), count: count)
        let cancellation = WorkCancellation()
        try connected.library.connect(settings, cancellation)
        // A library has its originals in the place for most of its life.
        try RawDatabase(connected.catalogPath).execute("UPDATE placement SET state = 2, verifiedDate = 0")
        let first = try Measurement.seconds { try CatalogBackup.sendOnce(connected.library, cancellation) }
        print("the first snapshot of \(count) assets: \(Measurement.text(first))")
        try commits(connected, other, cancellation)
        try attach(connected)
        try restore(settings, place, root, litestream)
        try MeasuredResult.printTable()
    }

    private static func commits(
        _ connected: GeneratedLibrary, _ other: GeneratedLibrary, _ cancellation: WorkCancellation
    ) throws {
        let thread = Thread {
            CatalogBackup.follow(connected.library, cancellation) { print("not sent: \($0)") }
        }
        thread.start()
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for index in 0..<commitCount {
            // The first one after the pause finds cold caches.
            let order = [(connected, true), (other, false)]
            for (library, isOurs) in index.isMultiple(of: 2) ? order : order.reversed() {
                let view = library.library.view(for: .owner(through: "benchmark"))
                var transaction = Transaction()
                var change = AssetChange()
                change.isFavorite = index.isMultiple(of: 2)
                transaction.record(.change(change, assetUUID: library.uuids[index / 2]))
                let seconds = try Measurement.seconds { _ = try view.commit(transaction) }
                if isOurs { ours.append(seconds) } else { theirs.append(seconds) }
            }
            // So that the commits meet several files of changes.
            Thread.sleep(forTimeInterval: 0.05)
        }
        cancellation.cancel()
        for (name, share) in [("half", 0.5), ("99 of 100", 0.99)] {
            func value(_ seconds: [Double]) -> Double { seconds.sorted()[Int(Double(seconds.count - 1) * share)] }
            Measurement(
                title: "A favourite while changes are sent: \(name) take at most", peer: "not connected",
                goal: .atMost(1.3)
            ).tell([value(ours)], [value(theirs)])
        }
    }

    /// The log starts anew, as after foreign checkpoints, so all pages are compared.
    private static func attach(_ connected: GeneratedLibrary) throws {
        let cancellation = WorkCancellation()
        let raw = try RawDatabase(connected.catalogPath)
        var (compared, continued): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            try raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            compared.append(try Measurement.seconds { try CatalogBackup.sendOnce(connected.library, cancellation) })
            continued.append(try Measurement.seconds { try CatalogBackup.sendOnce(connected.library, cancellation) })
        }
        Measurement(title: "A start that compares all pages", peer: "a start that continues", goal: .seconds(15))
            .tell(compared, continued)
    }

    private static func restore(
        _ settings: CloudSettings, _ place: URL, _ root: URL, _ litestream: String
    ) throws {
        let epochs = place.appendingPathComponent("albumen/catalog", isDirectory: true)
        let epoch = try FileManager.default.contentsOfDirectory(atPath: epochs.path).sorted().last ?? ""
        try Measurement(
            title: "A restoration, with SQLite's check", peer: "litestream restore -integrity-check full",
            goal: .atMost(1.5), repetitions: 3
        ).run(
            ours: {
                let folder = root.appendingPathComponent(UUID().uuidString)
                var options = LibraryRestoration.Options()
                options.isReadOnly = true
                _ = try LibraryRestoration(from: settings, to: folder, WorkCancellation()).run(options)
                try FileManager.default.removeItem(at: folder)
            },
            theirs: {
                let file = root.appendingPathComponent("\(UUID().uuidString).sqlite")
                let replica = epochs.appendingPathComponent(epoch)
                try PeerProgram.run(
                    litestream, ["restore", "-o", file.path, "-integrity-check", "full", "file://\(replica.path)"])
                try FileManager.default.removeItem(at: file)
            })
    }
}
