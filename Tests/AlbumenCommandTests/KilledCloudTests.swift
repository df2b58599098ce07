import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import Testing

/// Transfers of `albumen cloud` that are killed at random moments. The library stays valid, and the next run completes
/// the work with the same bytes.
@Suite(.blocking, .serialized) struct KilledCloudTests {
    private static let rounds = TestLength.isLong ? 50 : 5
    private static let photoCount = 30

    /// Connects a library with photos to a place, and runs a test. Does nothing if the store isn't installed.
    private func check(
        _ store: CloudHarness.Store, _ body: @escaping @Sendable (CloudHarness, any RemoteBlobStore) throws -> Void
    ) async throws {
        try await onOwnThread {
            guard store.isPresent else { return }
            let harness = try CloudHarness(store)
            let photos = try harness.command.writePhotos(Self.photoCount - 1)
            // Its upload has three parts.
            try harness.command.folder.write(SampleMedia.png(width: 5000, height: 3500), to: "photos/large.png")
            try harness.succeed("import", photos.path)
            try body(harness, try harness.connect())
        }
    }

    /// The rounds of a phase. The suite does some with each store.
    private static func rounds(_ store: CloudHarness.Store) -> Range<Int> {
        let half = rounds / 2
        return 0..<(store == .rclone ? rounds - half : half)
    }

    private static let stores: [CloudHarness.Store] = [.folder, .rclone]

    @Test(arguments: stores)
    func `a killed upload is continued by the next sync`(_ store: CloudHarness.Store) async throws {
        try await check(store) { harness, _ in
            let before = try harness.originals()
            let duration = try harness.time { try harness.succeed("cloud", "sync") }
            for round in Self.rounds(store) {
                try harness.succeed("cloud", "disconnect")
                let place = try harness.connect()
                let (moment, wasKilled) = try harness.kill(["cloud", "sync"], within: duration)
                let comment: Comment = "round \(round), killed after \(moment) of \(duration) s: \(wasKilled)"
                try harness.succeed("verify", comment: comment)
                try harness.succeed("cloud", "sync", comment: comment)
                #expect(try harness.count("stored") == Self.photoCount, comment)
                #expect(try place.originals().count == Self.photoCount, comment)
                let verified = try harness.succeed("cloud", "verify", "--json", comment: comment).objects().last
                #expect(verified?["verified"] == .number(Double(Self.photoCount)), comment)
                #expect(verified?["mended"] == 0 && verified?["complete"] == true, comment)
                #expect(try harness.originals() == before, comment)
            }
        }
    }

    @Test(arguments: stores)
    func `a killed optimisation removes only verified originals`(_ store: CloudHarness.Store) async throws {
        try await check(store) { harness, _ in
            let before = try harness.originals()
            try harness.succeed("cloud", "sync")
            let duration = try harness.time { try harness.succeed("cloud", "optimise", "--keep", "0") }
            for round in Self.rounds(store) {
                try harness.succeed("cloud", "download", "--all")
                let (moment, wasKilled) = try harness.kill(["cloud", "optimise", "--keep", "0"], within: duration)
                let comment: Comment = "round \(round), killed after \(moment) of \(duration) s: \(wasKilled)"
                try harness.succeed("verify", comment: comment)
                let left = try harness.originals()
                #expect(left.allSatisfy { before[$0.key] == $0.value }, comment)
                #expect(try harness.count("remoteOnly") == Self.photoCount - left.count, comment)
                try harness.succeed("cloud", "optimise", "--keep", "0", comment: comment)
                #expect(try harness.originals().isEmpty, comment)
                try harness.succeed("cloud", "download", "--all", comment: comment)
                #expect(try harness.originals() == before, comment)
            }
        }
    }

    @Test(arguments: stores)
    func `a killed download leaves whole originals or none, and the next one completes it`(
        _ store: CloudHarness.Store
    ) async throws {
        try await check(store) { harness, _ in
            let before = try harness.originals()
            try harness.succeed("cloud", "sync")
            try harness.succeed("cloud", "optimise", "--keep", "0")
            let duration = try harness.time { try harness.succeed("cloud", "download", "--all") }
            for round in Self.rounds(store) {
                try harness.succeed("cloud", "optimise", "--keep", "0")
                let (moment, wasKilled) = try harness.kill(["cloud", "download", "--all"], within: duration)
                let comment: Comment = "round \(round), killed after \(moment) of \(duration) s: \(wasKilled)"
                let found = try harness.originals()
                #expect(found.allSatisfy { before[$0.key] == $0.value }, comment)
                try harness.succeed("verify", comment: comment)
                try harness.succeed("cloud", "download", "--all", comment: comment)
                #expect(try harness.originals() == before, comment)
                try harness.succeed("verify", comment: comment)
            }
        }
    }

    @Test(arguments: stores)
    func `a killed verification of a damaged place is mended by the next sync`(
        _ store: CloudHarness.Store
    ) async throws {
        try await check(store) { harness, place in
            let before = try harness.originals()
            try harness.succeed("cloud", "sync")
            let duration = try harness.time { try harness.succeed("cloud", "verify") }
            for round in Self.rounds(store) {
                for (number, name) in try place.originals().enumerated() where number.isMultiple(of: 3) {
                    try place.remove(name, WorkCancellation())
                    guard number.isMultiple(of: 2) else { continue }
                    let bytes = Data(
                        repeating: UInt8(number), count: before[name.components.last.map(String.init) ?? ""]?.count ?? 1
                    )
                    #expect(try place.putDocument(bytes.prefix(1 << 20), name, WorkCancellation()))
                }
                let (moment, wasKilled) = try harness.kill(["cloud", "verify"], within: duration)
                let comment: Comment = "round \(round), killed after \(moment) of \(duration) s: \(wasKilled)"
                try harness.succeed("verify", comment: comment)
                try harness.succeed("cloud", "sync", comment: comment)
                // Finds the damage that the killed run hadn't reached.
                try harness.succeed("cloud", "verify", comment: comment)
                try harness.succeed("cloud", "sync", comment: comment)
                let verified = try harness.succeed("cloud", "verify", "--json", comment: comment).objects().last
                #expect(verified?["verified"] == .number(Double(Self.photoCount)), comment)
                #expect(verified?["mended"] == 0 && verified?["lost"] == 0, comment)
                #expect(try harness.originals() == before, comment)
            }
        }
    }

    @Test(arguments: stores)
    func `a killed removal of deleted photos is completed by the next sync`(_ store: CloudHarness.Store) async throws {
        try await check(store) { harness, place in
            let before = try harness.originals()
            try harness.succeed("cloud", "sync")
            let kept = Set(try harness.identifiers())
            var duration = 0.0
            // The first round measures the time.
            for round in -1..<Self.rounds(store).upperBound {
                let photos = try harness.command.writePhotos(10, in: "round\(round)")
                try harness.succeed("import", photos.path)
                try harness.succeed("cloud", "sync")
                #expect(try place.originals().count == Self.photoCount + 10)
                for identifier in try harness.identifiers() where !kept.contains(identifier) {
                    try harness.succeed("delete", identifier, "--yes")
                }
                try harness.succeed("trash", "purge", "--all", "--yes")
                try harness.succeed("cloud", "sync")
                // More than 37 days ago.
                try harness.command.execute("UPDATE placement SET unnamedDate = 0 WHERE unnamedDate IS NOT NULL")
                guard round >= 0 else {
                    duration = try harness.time { try harness.succeed("cloud", "sync") }
                    #expect(try place.originals().count == Self.photoCount)
                    continue
                }
                let (moment, wasKilled) = try harness.kill(["cloud", "sync"], within: duration)
                let comment: Comment = "round \(round), killed after \(moment) of \(duration) s: \(wasKilled)"
                try harness.succeed("verify", comment: comment)
                try harness.succeed("cloud", "sync", comment: comment)
                #expect(try harness.count("stored") == Self.photoCount, comment)
                #expect(try place.originals().count == Self.photoCount, comment)
                try harness.succeed("cloud", "verify", comment: comment)
                #expect(try harness.originals() == before, comment)
            }
        }
    }
}

extension CloudHarness {
    fileprivate func identifiers() throws -> [String] {
        try succeed("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
    }
}
