@_spi(Storage) import Albumen
import AlbumenTestSupport
import BlobStore
import Cancellation
import Catalog
import Foundation
import PhotoLibrary

/// The requests and bytes with which the backup of a large catalog reaches a place. A proxy in front of the place counts
/// them, so they are the program's own.
struct BackupTrafficBenchmark {
    /// The time of each measurement of requests a day, in seconds.
    private static let observation: TimeInterval = 180
    private static let day: Double = 86_400

    let generated: GeneratedLibrary
    let proxy: FaultProxy

    /// - Parameter folder: An empty folder for the library and the place.
    static func run(folder: String, count: Int) throws {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        let store = try CloudStore(in: root.appendingPathComponent("store", isDirectory: true))
        let proxy = try FaultProxy(to: store.address) { _ in nil }
        var settings = store.settings("traffic")
        settings.endpoint = proxy.address
        let generated = try GeneratedLibrary(at: root.appendingPathComponent("library"), count: count)
        try generated.library.connect(settings, WorkCancellation())
        let benchmark = BackupTrafficBenchmark(generated: generated, proxy: proxy)
        print("catalog of \(count) assets: \(try benchmark.catalogSize() >> 20) MB")
        try benchmark.measureBytes()
        try benchmark.measureDays()
    }

    private func catalogSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: generated.catalogPath)
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    private func measureBytes() throws {
        try tell("snapshot") {}
        try tell("one favourite") { try favourites(1) }
        try tell("100 favourites, 100 commits") { try favourites(100) }
        var generator = SplitMix(state: 7)
        for (title, commits, size) in [
            ("100 imports, a commit each", 100, 1), ("10,000 imports, 100 a commit", 100, 100),
        ] {
            try tell(title) {
                for commit in 0..<commits { try insert(size, commit * size, &generator) }
            }
        }
    }

    /// Makes changes, sends them, and prints what was sent.
    private func tell(_ title: String, _ changes: () throws -> Void) throws {
        try changes()
        let before = proxy.requests.count
        let seconds = try Measurement.seconds {
            try CatalogBackup.sendOnce(generated.library, keepsUp: false, WorkCancellation())
        }
        let requests = proxy.requests.dropFirst(before)
        let bytes = requests.filter { $0.method == "PUT" }.reduce(0) { $0 + $1.bodySize }
        print("  \(title): \(bytes) bytes, \(Self.text(requests)), \(Measurement.text(seconds))")
        fflush(nil)
    }

    /// The requests of an idle day, and of one with a commit each second.
    private func measureDays() throws {
        for (title, commits) in [("an idle day", false), ("a day with a commit each second", true)] {
            let ending = WorkCancellation()
            let thread = Thread { [library = generated.library] in
                CatalogBackup.follow(library, until: ending, WorkCancellation()) { print("not sent: \($0)") }
            }
            thread.start()
            // The start has requests of its own.
            Thread.sleep(forTimeInterval: 15)
            let before = proxy.requests.count
            let end = ContinuousClock.now + .seconds(Self.observation)
            while ContinuousClock.now < end {
                if commits { try favourites(1) }
                Thread.sleep(forTimeInterval: 1)
            }
            let requests = proxy.requests.dropFirst(before)
            ending.cancel()
            let days = Self.day / Self.observation
            print(
                "  \(title): \(Int(Double(requests.count) * days)) requests; in \(Int(Self.observation)) s: "
                    + Self.text(requests))
            fflush(nil)
            while !thread.isFinished { Thread.sleep(forTimeInterval: 0.1) }
        }
    }

    private func favourites(_ count: Int) throws {
        let view = generated.library.view(for: .owner(through: "benchmark"))
        for _ in 0..<count {
            var change = AssetChange()
            change.isFavorite = Bool.random()
            var transaction = Transaction()
            transaction.record(
                .change(change, assetUUID: generated.uuids[Int.random(in: generated.uuids.indices)]))
            _ = try view.commit(transaction)
        }
    }

    private func insert(_ count: Int, _ first: Int, _ generator: inout SplitMix) throws {
        var random = generator
        try generated.library.storage.catalog.write(author: "benchmark") { transaction in
            for number in first..<first + count {
                let identifier = try transaction.insert(GeneratedLibrary.asset(&random))
                try transaction.insert(GeneratedLibrary.resource(number, &random), intoAsset: identifier)
                try transaction.setMetadata(GeneratedLibrary.metadata(number), ofAsset: identifier)
            }
        }
        generator = random
    }

    private static func text(_ requests: some Sequence<FaultProxy.Request>) -> String {
        Dictionary(grouping: requests, by: \.method).sorted { $0.key < $1.key }
            .map { "\($0.value.count) \($0.key)" }.joined(separator: ", ")
    }
}
