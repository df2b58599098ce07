import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import HTTPTransfers
import Records
import SystemPackage
import Testing

@testable import ObjectStore

/// Litestream restores segments that `RemoteBlobStore` stored, also those before a date.
@Suite struct LitestreamTests {
    private let none = WorkCancellation()
    private let epoch = Epoch(3)
    /// The dates of the first and of the second segment.
    private let dates = [1_000_000_000.123, 1_000_000_100.987].map { Date(timeIntervalSince1970: $0) }

    @Test func aFolderIsRestored() async throws {
        guard let litestream = StoreServers.find("litestream") else { return }
        try await onOwnThread {
            let folder = try TemporaryFolder()
            let root = try folder.makeFolder("place").path(percentEncoded: false)
            let epoch = try #require(epoch)
            try makeSegments(in: folder, litestream)
            try upload(from: folder, to: try DirectoryPlace(path: root), level: "ltx/0/", dates: dates)
            try check(folder, litestream, "file://\(root)\(epoch.catalogPrefix.dropLast())")
        }
    }

    @Test(arguments: [SharedPlace.moto, .seaweed])
    func aStoreIsRestored(_ kind: SharedPlace) async throws {
        guard let litestream = StoreServers.find("litestream") else { return }
        try await onOwnThread {
            guard let server = kind == .moto ? StoreServers.moto : StoreServers.seaweed else { return }
            let folder = try TemporaryFolder()
            let epoch = try #require(epoch)
            try makeSegments(in: folder, litestream)
            // Litestream permits times between the store's own dates only, and compares with the dates of the content.
            for (last, rows) in [(dates[1], "1 2"), (Date(timeIntervalSinceNow: 86_400), "1")] {
                let prefix = UUID().uuidString
                let place = try StoreServers.place(at: server.address, prefix: prefix)
                var middle = Date()
                try upload(from: folder, to: place, level: "0000/", dates: [dates[0], last]) {
                    // A listing has whole seconds.
                    middle = Date(timeIntervalSinceNow: 2)
                    try waitUntil { Date() > middle + 2 }
                }
                let address =
                    "s3://photos/\(prefix)/\(epoch.catalogPrefix.dropLast())?endpoint=\(server.address)"
                    + "&forcePathStyle=true&region=us-east-1"
                #expect(try restored(folder, litestream, address, []) == "1 2")
                let time = middle.formatted(.iso8601)
                #expect(try restored(folder, litestream, address, ["-timestamp", time]) == rows)
            }
        }
    }

    @Test(arguments: [SharedPlace.moto, .seaweed])
    func aStoreKeepsTheMilliseconds(_ kind: SharedPlace) async throws {
        try await onOwnThread {
            guard let place = try kind.open()?[0] as? S3Place else { return }
            for (index, size) in [10, Int(RemoteUpload.pieceSize) + 1].enumerated() {
                let sample = try SampleFile(size, seed: size)
                let name = try #require(RemoteName("albumen/\(size)"))
                let upload = RemoteUpload(name, digest: sample.digest, size: Int64(size), date: dates[index])
                _ = try place.upload(upload, from: sample.file, none, progress: { _ in }, save: { _ in })
                let answer = try place.connection.send(place.request("HEAD", name), none).0
                #expect(
                    answer.fields["x-amz-meta-litestream-timestamp"]
                        == ["2001-09-09T01:46:40.123Z", "2001-09-09T01:48:20.987Z"][index])
            }
        }
    }

    /// Makes a database with two segments.
    private func makeSegments(in folder: TemporaryFolder, _ litestream: String) throws {
        for number in 1...2 {
            try run("/usr/bin/python3", [script, "add", folder.path + "/database", "\(number)"])
            try run(litestream, ["replicate", "-once", folder.path + "/database", "file://\(folder.path)/segments"])
        }
    }

    /// - Parameter wait: Called between the two uploads.
    private func upload(
        from folder: TemporaryFolder, to place: any RemoteBlobStore, level: String, dates: [Date],
        wait: () throws -> Void = {}
    ) throws {
        let names = try folder.names(in: "segments/ltx/0").sorted()
        try #require(names.count == 2)
        for (name, date) in zip(names, dates) {
            if name == names[1] { try wait() }
            let file = folder.file("segments/ltx/0/\(name)")
            let data = try Data(contentsOf: file)
            let upload = RemoteUpload(
                try #require(RemoteName((epoch?.catalogPrefix ?? "") + level + name)),
                digest: try BlobDigest(hashing: data), size: Int64(data.count), date: date)
            let source = OpenFile(takingOver: try FileDescriptor.open(FilePath(file.path), .readOnly).rawValue)
            _ = try place.upload(upload, from: source, none, progress: { _ in }, save: { _ in })
        }
    }

    private func check(_ folder: TemporaryFolder, _ litestream: String, _ address: String) throws {
        #expect(try restored(folder, litestream, address, []) == "1 2")
        // Strictly before the second segment's date.
        for time in ["01:46:40.124", "01:48:20", "01:48:20.987"] {
            let options = ["-timestamp", "2001-09-09T\(time)Z"]
            #expect(try restored(folder, litestream, address, options) == "1", "\(time)")
        }
        // No segment is before the first one.
        let outcome = try start(
            litestream, ["restore", "-timestamp", "2001-09-09T01:46:40.123Z", "-o", folder.path + "/none", address])
        #expect(outcome.exitStatus != 0)
    }

    private func restored(
        _ folder: TemporaryFolder, _ litestream: String, _ address: String, _ options: [String]
    ) throws -> String {
        let copy = folder.path + "/copy-\(UUID().uuidString)"
        try run(litestream, ["restore"] + options + ["-o", copy, address])
        return try run("/usr/bin/python3", [script, "rows", copy]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var script: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "litestream_database.py").path
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let outcome = try start(program, arguments)
        try #require(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error)")
        return outcome.output
    }

    private func start(_ program: String, _ arguments: [String]) throws -> ProgramRun.Outcome {
        // Without settings of AWS's tools for this machine.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("AWS_") }
        environment["AWS_ACCESS_KEY_ID"] = StoreServers.accessKey
        environment["AWS_SECRET_ACCESS_KEY"] = StoreServers.secretKey
        return try ProgramRun.run(URL(filePath: program), arguments, environment: environment)
    }
}
