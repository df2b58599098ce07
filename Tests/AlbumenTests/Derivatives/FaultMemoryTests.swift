import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import MediaWork
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A file that crashes or blocks the worker is remembered and not retried automatically.
@Suite struct FaultMemoryTests {
    private let temporary: TemporaryLibrary
    private var library: Library { temporary.library }

    /// The test worker acts on the file's name.
    init() throws {
        let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "HostileWorker").path(percentEncoded: false)
        temporary = try TemporaryLibrary(workerExecutable: worker)
    }

    @Test(arguments: [("render-abort", MediaError.Code.workerCrashed), ("render-open", .forbidden)])
    func `a file that ends the worker is tried once`(_ name: String, _ code: MediaError.Code) throws {
        let source = try add(name)
        let first = try #require(failure(of: source))
        #expect(first.code == code)
        let count = try library.workers().renderCount
        let second = try #require(failure(of: source))
        #expect(second.code == code)
        #expect(second.message.hasPrefix(first.message))
        #expect(second.message.contains("albumen thumbnails --retry"))
        #expect(try library.workers().renderCount == count)
    }

    @Test(arguments: ["render-exit", "render-nothing"])
    func `a misfortune, or a file that is merely damaged, is tried again`(_ name: String) throws {
        let source = try add(name)
        _ = try #require(failure(of: source))
        let count = try library.workers().renderCount
        _ = try #require(failure(of: source))
        #expect(try library.workers().renderCount == count + 1)
        #expect(try library.derivatives.faultCount() == 0)
    }

    @Test func `another request for the same file is a matter of its own`() throws {
        let source = try add("render-abort")
        _ = try #require(failure(of: source))
        let count = try library.workers().renderCount
        let whole = ImageRequest(source: source, layout: ImageLayout(size: source.size))
        #expect(throws: MediaError.self) { try library.owner.images.image(whole) }
        #expect(try library.workers().renderCount == count + 1)
        #expect(try library.derivatives.faultCount() == 1)
    }

    @Test func `a forgotten fault is tried again`() throws {
        let source = try add("render-abort")
        _ = try #require(failure(of: source))
        try library.derivatives.forgetFaults()
        let count = try library.workers().renderCount
        #expect(failure(of: source)?.message.contains("--retry") == false)
        #expect(try library.workers().renderCount == count + 1)
    }

    @Test func `a fault of another version of the worker is tried again`() throws {
        let source = try add("render-abort")
        let purpose = FaultMemory.Purpose.reducedPicture.rawValue
        try library.derivatives.remember(
            FaultRecord(
                sha256: source.digest, purpose: purpose, byteCount: 0, versions: "an older one",
                code: MediaError.Code.forbidden.rawValue, message: "What an older worker said."))
        #expect(failure(of: source)?.code == .workerCrashed)
        #expect(try library.derivatives.fault(of: source.digest, purpose: purpose)?.code == "workerCrashed")
    }

    @Test func `noting a fault changes nothing that an observer sees`() throws {
        let source = try add("render-abort")
        let before = try library.catalog.read { try $0.latestChange() }
        let heard = CallRecorder<Int64>()
        library.catalog.onCommit { heard.record($0) }
        _ = try #require(failure(of: source))
        _ = try #require(failure(of: source))
        #expect(try library.derivatives.faultCount() == 1)
        #expect(try library.catalog.read { try $0.latestChange() } == before)
        #expect(heard.calls.isEmpty)
    }

    @Test func `an import does not give a file to the worker that ended it before`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("a crash".utf8), to: "abort.jpg")
        let reasons = try (0..<2).map { _ in try unreadableReason(file.path) }
        #expect(reasons.allSatisfy { $0.contains("crashed on this file, twice") })
        #expect(reasons.map { $0.contains("--retry") } == [false, true])
        // Different bytes of the same length are another file.
        try folder.write(Data("a craze".utf8), to: "abort.jpg")
        #expect(try unreadableReason(file.path).contains("--retry") == false)
        try library.derivatives.forgetFaults()
        #expect(try unreadableReason(file.path).contains("--retry") == false)
    }

    @Test func `a dry run remembers nothing`() throws {
        let file = try TemporaryFolder().write(Data("a crash".utf8), to: "abort.jpg")
        _ = try Ingest(into: library, isDryRun: true, report: { _ in }).run([file.path])
        #expect(try library.derivatives.faultCount() == 0)
    }

    // MARK: Parts

    private func add(_ name: String) throws -> PictureSource {
        var probe = MediaProbe(kind: .image, uniformTypeIdentifier: "public.png", pixelWidth: 2000, pixelHeight: 2000)
        probe.title = name
        let added = try temporary.add([TemporaryLibrary.Sample(name, probe, bytes: Data(name.utf8))])
        let uuid = try #require(added[0].assetUUID)
        let asset = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        return try library.owner.pictureSource(of: asset, version: .current)
    }

    private func failure(of source: PictureSource) -> MediaError? {
        do {
            _ = try library.owner.images.makeBytes(.thumbnail, of: source)
            return nil
        } catch {
            return error as? MediaError
        }
    }

    private func unreadableReason(_ path: String) throws -> String {
        for event in try temporary.importPaths([path]) {
            if case .refused(_, let reason) = event { return reason }
        }
        return "no reason"
    }
}
