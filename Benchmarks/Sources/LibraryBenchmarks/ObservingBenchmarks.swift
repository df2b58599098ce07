@_spi(Storage) import Albumen
import Catalog
import Foundation
import Photos
import Records
import Synchronization

/// Compares change details of a fetch of the entire library with a new fetch and a comparison.
struct ObservingBenchmarks {
    let library: GeneratedLibrary

    func run() throws {
        try details("details for one favourite toggled", goal: .rateAtLeast(100)) { round, result in
            try favor(result.object(at: (round * 7_001 + 500) % result.count))
        }
        try details("details for one asset inserted", goal: .rateAtLeast(100)) { round, _ in
            try insert(seed: UInt64(round))
        }
        let deleted = min(1_000, library.uuids.count / 20)
        try details("details for \(deleted) assets deleted", goal: .rateAtLeast(1)) { round, result in
            let step = result.count / deleted
            try trash((0..<deleted).map { result.object(at: $0 * step + round).localIdentifier })
        }
        try liveObservers()
        try otherProcess()
        try largeCommitOfAnotherProcess()
    }

    private func fetch() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        return PHAsset.fetchAssets(with: options)
    }

    private func favor(_ asset: PHAsset) throws {
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
        }
    }

    private func insert(seed: UInt64) throws {
        var generator = SplitMix(state: 31_337 + seed)
        let asset = GeneratedLibrary.asset(&generator)
        let resource = GeneratedLibrary.resource(0, &generator)
        try library.library.storage.catalog.write(author: "benchmark") { transaction in
            try transaction.insert(resource, intoAsset: transaction.insert(asset))
        }
    }

    private func trash(_ identifiers: [String]) throws {
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
    }

    // MARK: Details

    private func details(
        _ title: String, goal: Measurement.Goal, _ change: (Int, PHFetchResult<PHAsset>) throws -> Void
    ) throws {
        let listener = Listener()
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        var before = fetch()
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for round in 0..<5 {
            try change(round, before)
            let told = listener.next()
            var details: PHFetchResultChangeDetails<PHAsset>?
            ours.append(Measurement.seconds { details = told.changeDetails(for: before) })
            guard let details, details.hasIncrementalChanges else { preconditionFailure("Nothing was told.") }
            theirs.append(
                Measurement.seconds {
                    let compared = PHFetchResultChangeDetails(from: before, to: fetch(), changedObjects: [])
                    precondition(compared.removedIndexes == details.removedIndexes)
                    precondition(compared.insertedIndexes == details.insertedIndexes)
                })
            before = details.fetchResultAfterChanges
        }
        Measurement(title: title, peer: "fetching all anew and comparing", goal: goal).tell(ours, theirs)
    }

    // MARK: Live observers

    private func liveObservers() throws {
        let count = 50
        var (alone, watched, last): ([Double], [Double], [Double]) = ([], [], [])
        let listeners = (0..<count).map { _ in Listener(following: fetch()) }
        let assets = fetch()
        for round in 0..<40 {
            let asset = assets.object(at: (round * 311 + 9) % assets.count)
            guard round % 2 == 1 else {
                alone.append(try Measurement.seconds { try favor(asset) })
                continue
            }
            for listener in listeners { PHPhotoLibrary.shared().register(listener) }
            let start = ContinuousClock.now
            watched.append(try Measurement.seconds { try favor(asset) })
            for listener in listeners { _ = listener.next() }
            last.append(Measurement.seconds(since: start))
            for listener in listeners { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        }
        Measurement(
            title: "a small performChangesAndWait while \(count) observers follow all of the library each",
            peer: "the same with none", goal: .atMost(1.1)
        ).tell(watched, alone)
        print("  the last details were out after \(Measurement.text(Measurement.median(last)))")
    }

    // MARK: Another process

    /// Measures the delay between each commit of another process and its notification in this one.
    private func otherProcess() throws {
        let count = min(10_000, library.uuids.count)
        // Many others are in Recently Deleted by now.
        guard let asset = fetch().firstObject else { throw CocoaError(.fileReadNoSuchFile) }
        let uuid = String(asset.localIdentifier.prefix(36))
        let heard = Mutex<[Int64: Double]>([:])
        let isComplete = DispatchSemaphore(value: 0)
        let start = try library.library.owner.version()
        let subscription = try library.library.changes.subscribe { change in
            let time = Self.clock()
            let isLast = heard.withLock { heard in
                precondition(heard[change] == nil && (heard[change - 1] != nil || change == start + 1))
                heard[change] = time
                return heard.count == count
            }
            if isLast { isComplete.signal() }
        }
        defer { subscription.cancel() }
        let text = try runOther(["--commit", library.library.folder.path, String(count), uuid])
        isComplete.wait()
        var (commits, delays): ([Double], [Double]) = ([], [])
        let times = heard.withLock { $0 }
        for (number, line) in text.split(separator: "\n").enumerated() {
            let fields = line.split(separator: " ").compactMap { Double($0) }
            commits.append(fields[1] - fields[0])
            delays.append(max(0, (times[start + Int64(number) + 1] ?? .infinity) - fields[1]))
        }
        Measurement(
            title:
                "\(count) commits of another process, each heard once and in order: "
                + "from a commit's end to its being heard",
            peer: "the commit itself", goal: .atMost(10)
        ).tell(delays, commits)
        print("  the longest delay: \(Measurement.text(delays.max() ?? 0))")
    }

    /// Measures the delay between the end of another process's large commit and its notification in this one, where an
    /// observer follows a fetch of everything.
    private func largeCommitOfAnotherProcess() throws {
        let count = min(10_000, library.uuids.count / 4)
        let listener = Listener(following: fetch())
        PHPhotoLibrary.shared().register(listener)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(listener) }
        var (delays, commits): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            let text = try runOther([Self.togetherOption, library.library.folder.path, String(count)])
            _ = listener.next()
            let fields = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
            commits.append(fields[1] - fields[0])
            delays.append(max(0, listener.lastTime - fields[1]))
        }
        Measurement(
            title: "a commit of \(count) changes in another process: from its end to its being heard",
            peer: "the commit itself", goal: .atMost(1)
        ).tell(delays, commits)
    }

    static let togetherOption = "--commit-together"

    /// Commits changes of many assets in the other process, all in one transaction.
    static func commitTogether(to folder: String, count: Int) throws {
        let library = try Library(at: URL(fileURLWithPath: folder))
        let rows = Array(try library.owner.assetIdentifiers(AssetFetch()).prefix(count))
        var transaction = Transaction()
        for asset in try library.owner.assets(withIdentifiers: rows).values {
            var change = AssetChange()
            change.isFavorite = !asset.isFavorite
            transaction.record(.change(change, assetUUID: asset.uuid))
        }
        let start = clock()
        _ = try library.owner.commit(transaction)
        print("\(start) \(clock())")
    }

    /// Commits changes in the other process.
    static func commit(to folder: String, count: Int, uuid: String) throws {
        let library = try Library(at: URL(fileURLWithPath: folder))
        let isFavorite = try library.owner.asset(withUUID: uuid)?.isFavorite ?? false
        var lines = ""
        for number in 0..<count {
            var change = AssetChange()
            change.isFavorite = (number % 2 == 0) != isFavorite
            var transaction = Transaction()
            transaction.record(.change(change, assetUUID: uuid))
            let start = clock()
            _ = try library.owner.commit(transaction)
            lines += "\(start) \(clock())\n"
        }
        FileHandle.standardOutput.write(Data(lines.utf8))
    }

    /// Runs this program in another process and returns its output.
    private func runOther(_ arguments: [String]) throws -> String {
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        writer.arguments = arguments
        let output = Pipe()
        writer.standardOutput = output
        try writer.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        writer.waitUntilExit()
        return text
    }

    /// Seconds on a clock shared by all processes.
    fileprivate static func clock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// Records the changes of its notifications, or updates a fetch result.
private final class Listener: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let state: Mutex<(changes: [PHChange], result: PHFetchResult<PHAsset>?)>
    private let arrival = DispatchSemaphore(value: 0)
    private let time = Mutex(0.0)

    /// The time of the last notification, on the clock of the benchmarks.
    var lastTime: Double { time.withLock { $0 } }

    init(following result: PHFetchResult<PHAsset>? = nil) {
        state = Mutex(([], result))
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        time.withLock { $0 = ObservingBenchmarks.clock() }
        state.withLock { state in
            state.changes = [changeInstance]
            guard let result = state.result else { return }
            state.result = changeInstance.changeDetails(for: result)?.fetchResultAfterChanges ?? result
        }
        arrival.signal()
    }

    func next() -> PHChange {
        arrival.wait()
        return state.withLock { $0.changes[0] }
    }
}
