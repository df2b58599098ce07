import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A library, a folder beside it, and a watch with short times.
final class WatchFixture {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder
    let notices = CallRecorder<WatchNotice>()
    private(set) var watcher: FolderWatcher?

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    deinit { stop() }

    var library: Library { temporary.library }

    /// Times for tests. Folders aren't looked at again by themselves, so that only notifications find files.
    static var timing: WatchTiming {
        var timing = WatchTiming()
        timing.settling = .milliseconds(50)
        timing.longSettling = .milliseconds(200)
        timing.longestWait = .milliseconds(100)
        timing.longestPause = .milliseconds(100)
        timing.localRescan = .seconds(86_400)
        timing.remoteRescan = .seconds(86_400)
        timing.firstRetry = .milliseconds(20)
        timing.longestRetry = .milliseconds(50)
        timing.lockRetry = .milliseconds(20)
        return timing
    }

    /// Starts to watch the folder, and waits until its first check has ended.
    func start(
        _ folders: [String]? = nil, makesAlbums: Bool = false, timing: WatchTiming = WatchFixture.timing,
        watchLimit: Int = .max
    ) async throws {
        let before = checks
        let watcher = try FolderWatcher(
            of: library, folders: folders ?? [folder.path], makesAlbums: makesAlbums, timing: timing,
            watchLimit: watchLimit, telling: { [notices] in notices.record($0) })
        self.watcher = watcher
        watcher.start()
        try await waitUntil { self.checks > before }
    }

    func stop() {
        watcher?.cancel()
        watcher?.wait()
        watcher = nil
    }

    /// The number of complete checks.
    var checks: Int { notices.calls.count { if case .checked = $0 { true } else { false } } }

    var events: [IngestEvent] {
        notices.calls.compactMap { if case .file(let event) = $0 { event } else { nil } }
    }

    /// The reasons of refused files, by the names of the files.
    var refusals: [(name: String, reason: String)] {
        events.compactMap { event in
            guard case .refused(let path, let reason) = event else { return nil }
            return (URL(fileURLWithPath: path).lastPathComponent, reason)
        }
    }

    var problems: [String] {
        notices.calls.compactMap { if case .problem(let text, _) = $0 { text } else { nil } }
    }

    var assetCount: Int {
        get throws { try assetUUIDs().count }
    }

    func assetUUIDs() throws -> [String] {
        try library.catalog.read { try $0.assets(after: 0, limit: 10_000).map(\.uuid) }
    }

    func has(_ bytes: Data) throws -> Bool {
        let digest = try BlobDigest(hashing: bytes)
        return try library.catalog.read { try !$0.resources(sha256: digest).isEmpty }
    }

    func waitFor(_ bytes: Data) async throws {
        try await waitUntil { try self.has(bytes) }
    }

    func photo(_ comment: String) -> Data { SampleMedia.jpeg(comment: comment) }

    /// Writes a photo in one step, as a download that is renamed at its end.
    @discardableResult
    func add(_ name: String) throws -> Data {
        let data = photo(name)
        try folder.write(data, to: name)
        return data
    }
}
