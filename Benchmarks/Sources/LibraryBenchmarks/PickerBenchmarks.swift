import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTransfers
import PhotosUI
import Synchronization

/// `LibraryBenchmarks picker FOLDER` loads a chosen video of 500 MB through an item provider, and with curl from the same
/// route. It makes the library in the folder, and needs `albumen` beside the program. Set `TMPDIR` to a folder of the same
/// file system.
@MainActor
enum PickerBenchmarks {
    private static let byteCount = 500 << 20

    static func run(folder: String) async throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("picker-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let video = folder.appendingPathComponent("large.mov")
        try VideoBenchmarks.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4", "-c:v", "mjpeg", video.path,
        ])
        try ResourceBenchmarks.grow(video, by: byteCount)
        let library = try Library(at: folder.appendingPathComponent("library"))
        let imported = Mutex<String?>(nil)
        _ = try Ingest(
            into: library,
            report: { event in
                if case .imported(_, let uuid, _, _) = event { imported.withLock { $0 = uuid } }
            }
        ).run([video.path])
        guard let uuid = imported.withLock({ $0 }) else {
            throw VideoBenchmarks.Failure(description: "The video isn't in the library.")
        }
        let server = try LibraryServer(library.folder)
        let page = try await OwnersPage(link: server.link)
        let route = try await chosenRoute(server, page, uuid)
        let provider = try await chosenProvider(library.folder, page, uuid)
        let curlCopy = folder.appendingPathComponent("curl.mov")
        let copy = folder.appendingPathComponent("provider.mov")
        var (ours, theirs): ([Double], [Double]) = ([], [])
        let before = SteadyMemory.anonymousBytes()
        let peak = MemoryPeak()
        for _ in 0..<5 {
            for url in [copy, curlCopy] { try? FileManager.default.removeItem(at: url) }
            var start = ContinuousClock.now
            try await load(provider, to: copy, peak)
            ours.append(Measurement.seconds(since: start))
            start = ContinuousClock.now
            let outcome = try await onOwnThread { [route] in
                try ProgramRun.run(
                    URL(fileURLWithPath: "/usr/bin/curl"),
                    ["-sS", "-o", curlCopy.path, "-H", "Authorization: Bearer \(route.token)", route.address])
            }
            guard outcome.exitStatus == 0 else { throw VideoBenchmarks.Failure(description: outcome.error) }
            theirs.append(Measurement.seconds(since: start))
        }
        guard FileManager.default.contentsEqual(atPath: copy.path, andPath: curlCopy.path) else {
            throw VideoBenchmarks.Failure(description: "The provider and curl loaded different bytes.")
        }
        Measurement(title: "A video of 500 MB through a provider", peer: "curl of the same route", goal: .atMost(1.3))
            .tell(ours, theirs)
        let growth = (peak.bytes - before) / 1e6
        print("  growth of the anonymous memory while it loads: \(String(format: "%.1f", growth)) MB")
    }

    private static func load(_ provider: NSItemProvider, to url: URL, _ peak: MemoryPeak) async throws {
        peak.start()
        defer { peak.stop() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            _ = provider.loadFile(forTypeIdentifier: "public.movie", to: url) { error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Chooses the video for a program of its own, and returns the route of its bytes.
    private static func chosenRoute(
        _ server: LibraryServer, _ page: OwnersPage, _ uuid: String
    ) async throws -> (address: String, token: String) {
        let address = server.address
        var request = TransferRequest("POST", address + "/api/picks")
        request.fields["Content-Type"] = "application/json"
        request.body = .data(Data("{}".utf8))
        let created = try await json(request)
        guard let number = created["number"] as? String, let token = created["token"] as? String else {
            throw VideoBenchmarks.Failure(description: "No pick was made.")
        }
        try await page.choose([uuid], in: number)
        var items = TransferRequest("GET", "\(address)/api/picks/\(number)/items")
        items.fields["Authorization"] = "Bearer \(token)"
        let list = try await json(items)["items"] as? [[String: Any]]
        guard let item = list?.first?["item"] as? String else {
            throw VideoBenchmarks.Failure(description: "The video wasn't chosen.")
        }
        return ("\(address)/api/picks/\(number)/items/\(item)/com.apple.quicktime-movie", token)
    }

    private static func chosenProvider(_ library: URL, _ page: OwnersPage, _ uuid: String) async throws
        -> NSItemProvider
    {
        setenv("ALBUMEN_LIBRARY", library.path, 1)
        let screen = Screen()
        let picker = PHPickerViewController(configuration: PHPickerConfiguration())
        picker.delegate = screen
        screen.present(picker, animated: false)
        try await page.choose([uuid], in: try await page.waitingPick())
        var results = screen.results.makeAsyncIterator()
        guard let result = await results.next()?.first else {
            throw VideoBenchmarks.Failure(description: "The picker has no results.")
        }
        return result.itemProvider
    }

    private static func json(_ request: TransferRequest) async throws -> [String: Any] {
        let (_, data) = try await onOwnThread { try HTTPTransfer(request).data() }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}

/// `albumen serve` on a library.
private struct LibraryServer {
    let address: String
    let link: String
    private let program: ProgramRun

    init(_ library: URL) throws {
        let albumen = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("albumen")
        program = try ProgramRun(
            albumen, ["serve", "--library", library.path, "--port", "0"],
            environment: ["HOME": library.path, "PATH": "/usr/bin:/bin"], timeLimitInSeconds: 3600)
        let found = Mutex<(address: String, link: String)?>(nil)
        _ = program.waitForOutput { output in
            guard let match = output.firstMatch(of: /(http:\/\/127\.0\.0\.1:[0-9]+)\/open\?key=\S+(?=\s)/) else {
                return false
            }
            found.withLock { $0 = (String(match.1), String(match.0)) }
            return true
        }
        guard let found = found.withLock({ $0 }) else {
            throw VideoBenchmarks.Failure(description: "albumen serve ended without a link.")
        }
        (address, link) = found
    }
}

/// Receives the results of a picker.
private final class Screen: UIViewController, PHPickerViewControllerDelegate {
    let results: AsyncStream<[PHPickerResult]>
    private let continuation: AsyncStream<[PHPickerResult]>.Continuation

    init() {
        (results, continuation) = AsyncStream.makeStream()
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        return nil
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        continuation.yield(results)
    }
}

/// The largest anonymous memory of this process while it's watched.
private final class MemoryPeak: Sendable {
    private struct State {
        var bytes = 0.0
        var isWatching = false
    }

    private let state = Mutex(State())

    var bytes: Double { state.withLock { $0.bytes } }

    func start() {
        state.withLock { $0.isWatching = true }
        Thread.detachNewThread {
            while self.state.withLock({ $0.isWatching }) {
                let bytes = SteadyMemory.anonymousBytes()
                self.state.withLock { $0.bytes = max($0.bytes, bytes) }
                usleep(50_000)
            }
        }
    }

    func stop() {
        state.withLock { $0.isWatching = false }
    }
}
