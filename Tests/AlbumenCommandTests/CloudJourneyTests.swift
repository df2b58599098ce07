import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Real photos and videos leave this machine for an object store, are used there, and come back.
@Suite(.blocking) struct CloudJourneyTests {

    /// Real files of all kinds: a file of each folder and type, or all files in `script/test --long`.
    private static func files() throws -> [String] {
        var kinds: Set<String> = []
        return try RealMedia.facts().compactMap { facts in
            guard let path = facts["path"], facts["decodes"] == "yes", facts["media"] != "sidecar" else { return nil }
            let kind = "\(path.split(separator: "/")[0]) \(facts["file_type"] ?? "")"
            return kinds.insert(kind).inserted || TestLength.isLong ? path : nil
        }
    }

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        arguments: [CloudHarness.Store.rclone, .moto])
    func `real originals leave, are used remotely, and come back with the same bytes`(
        _ store: CloudHarness.Store
    ) async throws {
        try await onOwnThread {
            guard let server = store.server else { return }
            let harness = try CloudHarness(store)
            for path in try Self.files() {
                let name = "photos/\(path)"
                try harness.command.folder.write(try Data(contentsOf: RealMedia.folder.appending(path: path)), to: name)
            }
            _ = try harness.command.run("import", harness.command.folder.file("photos").path)
            try harness.succeed("thumbnails", "--make")
            let before = try harness.originals()
            try #require(before.count >= 20)

            let requests = Mutex(0)
            let proxy = try FaultProxy(to: server.address) { _ in
                requests.withLock { $0 += 1 }
                return nil
            }
            try harness.connect(through: proxy)
            try harness.succeed("cloud", "sync")
            // The place has the videos of motion photos as originals of their own.
            let contained = try Self.containedCount(harness)
            #expect(try harness.count("stored") == before.count + contained && contained > 0)
            try harness.succeed("cloud", "optimise", "--keep", "0")
            let stayed = try harness.originals()
            #expect(try harness.count("remoteOnly") == before.count + contained - stayed.count && stayed.count < 5)
            try harness.succeed("verify")

            // The thumbnails need no network.
            let sent = requests.withLock { $0 }
            let survey = try harness.succeed("thumbnails", "--json").objects().last
            #expect(survey?["missingThumbnails"] == 0, "\(survey ?? [:])")
            #expect(requests.withLock { $0 } == sent)

            try Self.openOne(harness)
            try harness.succeed("cloud", "optimise", "--keep", "0")

            try harness.succeed("export", "--all", "--to", "out", "--original")
            let exported = try FileManager.default.subpathsOfDirectory(atPath: harness.command.folder.file("out").path)
                .compactMap { FileManager.default.contents(atPath: harness.command.folder.file("out/\($0)").path) }
            #expect(Set(before.values).subtracting(exported).isEmpty)
            #expect(try harness.originals() == stayed, "An export keeps nothing.")

            let photo = try #require(
                try harness.succeed("list", "--json").objects().first {
                    $0["originalFilename"]?.text?.lowercased().hasSuffix(".jpg") == true
                }?["localIdentifier"]?.text)
            try harness.succeed("edit", photo, "--exposure", "0.5")
            try harness.succeed("cloud", "sync")
            try harness.succeed("cloud", "optimise", "--keep", "0")
            try harness.succeed("verify")
            try harness.succeed("revert", photo)
            try harness.succeed("verify")
            try harness.succeed("cloud", "sync")
            try harness.succeed("cloud", "verify")

            try harness.succeed("cloud", "download", "--all")
            let after = try harness.originals()
            #expect(before.allSatisfy { after[$0.key] == $0.value })
            try harness.succeed("verify")
        }
    }

    /// Returns the number of files that the library has only within others.
    private static func containedCount(_ harness: CloudHarness) throws -> Int {
        let library = try Library(at: harness.command.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        let resources = try library.catalog.read { try $0.resources(after: 0, limit: 1000) }
        return Set(resources.filter { $0.container != nil }.map(\.sha256)).count
    }

    /// Downloads the largest original and checks its progress.
    private static func openOne(_ harness: CloudHarness) throws {
        let library = try Library(at: harness.command.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        let resources = try library.catalog.read { try $0.resources(after: 0, limit: 1000) }
        let resource = try #require(resources.max { $0.fileSize < $1.fileSize })
        let source = PictureSource(resource, assetUUID: "")
        #expect(try library.originals.location(of: source.digest) == .inPlace)
        let fractions = CallRecorder<Double>()
        let finished = DispatchSemaphore(value: 0)
        let task = library.owner.originals.fetch([source], network: .allowed(progress: { fractions.record($0) })) {
            result in
            if case .failure(let error) = result { Issue.record(error) }
            finished.signal()
        }
        finished.wait()
        withExtendedLifetime(task) {}
        #expect(fractions.calls.last == 1 && fractions.calls == fractions.calls.sorted() && fractions.calls.count > 2)
        #expect(try library.blobs.size(of: source.digest) == resource.fileSize)
    }
}
