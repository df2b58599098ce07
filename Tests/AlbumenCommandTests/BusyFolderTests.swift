import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

/// Ten thousand files that programs copy into a watched folder while others rename and delete them, and kills.
@Suite(.blocking) struct BusyFolderTests {
    private static let rsync = "/usr/bin/rsync"

    @Test(.enabled(if: TestLength.isLong))
    func `each complete file of cp, rsync and a slow program comes once, and no partial one`() async throws {
        try await run(count: 10_000, kills: 5)
    }

    @Test func `a few files of cp and a slow program come once, in spite of a kill`() async throws {
        try await run(count: 60, kills: 1)
    }

    private func run(count: Int, kills: Int) async throws {
        let harness = try CommandHarness()
        try harness.folder.write(SampleMedia.jpeg(comment: "first"), to: "first.jpg")
        #expect(try harness.run("import", "first.jpg").exitStatus == 0)
        let camera = try harness.folder.makeFolder("camera")
        let source = try harness.writePhotos(count, in: "source")
        let files = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
        let hasEnded = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Some copy with cp, some with rsync, and some with a program that writes slowly.
            group.addTask { try await onOwnThread { try Self.copy(files, of: source, into: camera) } }
            group.addTask {
                for round in 0..<kills {
                    let run = try harness.start("watch", "--settling-seconds", "0.1", camera.path)
                    try await waitUntil {
                        try harness.blobs().count > count * (round + 1) / (kills + 2) || hasEnded.isOpen
                    }
                    run.kill(SIGKILL)
                    _ = try run.wait()
                }
            }
            try await group.next()
            hasEnded.open()
            try await group.waitForAll()
        }
        let last = try harness.start("watch", "--settling-seconds", "0.1", camera.path)
        // Only then does it handle signals.
        #expect(last.waitForOutput { $0.hasPrefix("Watching") })
        // Those that were deleted before they came in may be missing.
        let remaining = try FileManager.default.contentsOfDirectory(atPath: camera.path)
        var digests: Set<String> = []
        for name in remaining {
            digests.insert("\(try BlobDigest(hashing: Data(contentsOf: camera.appending(path: name))))")
        }
        let expected = digests
        try await waitUntil { try expected.isSubset(of: harness.blobs().map(\.lastPathComponent)) }
        last.kill(SIGINT)
        let outcome = try last.wait()
        #expect(outcome.ending == .exited(0))
        #expect(!outcome.error.contains("refused"), "\(outcome.error)")
        // Each of the bytes is that of a whole file.
        var whole: Set<String> = ["\(try BlobDigest(hashing: SampleMedia.jpeg(comment: "first")))"]
        for name in files { whole.insert("\(try BlobDigest(hashing: Data(contentsOf: source.appending(path: name))))") }
        let blobs = try harness.blobs().map(\.lastPathComponent)
        #expect(Set(blobs).isSubset(of: whole))
        #expect(try harness.run("list", "--json").outputLines.count == blobs.count)
        #expect(try harness.run("verify").exitStatus == 0)
    }

    /// Copies files in turns, and renames or deletes some that were copied before.
    private static func copy(_ files: [String], of source: URL, into camera: URL) throws {
        let slow = stride(from: 2, to: files.count, by: 40).map { files[$0] }
        let others = files.filter { !Set(slow).contains($0) }
        let hasRsync = FileManager.default.isExecutableFile(atPath: rsync)
        let half = hasRsync ? others.count / 2 : others.count
        for start in stride(from: 0, to: half, by: 50) {
            let part = others[start..<min(start + 50, half)]
            _ = try ProgramRun.run(
                URL(fileURLWithPath: "/bin/cp"), part.map { source.appending(path: $0).path } + [camera.path])
            try change(Array(part), in: camera)
        }
        if hasRsync, half < others.count {
            let list = source.deletingLastPathComponent().appending(path: "rsync-files")
            try Data(others[half...].joined(separator: "\n").utf8).write(to: list)
            let outcome = try ProgramRun.run(
                URL(fileURLWithPath: rsync), ["-t", "--files-from=\(list.path)", source.path, camera.path])
            #expect(outcome.exitStatus == 0, "\(outcome.error)")
            try change(Array(others[half...]), in: camera)
        }
        for name in slow { try write(Data(contentsOf: source.appending(path: name)), to: camera.appending(path: name)) }
    }

    /// Renames each seventh file, and deletes each thirteenth.
    private static func change(_ files: [String], in camera: URL) throws {
        for (index, name) in files.enumerated() {
            let file = camera.appending(path: name)
            if index % 13 == 5 {
                try FileManager.default.removeItem(at: file)
            } else if index % 7 == 3 {
                #expect(rename(file.path, camera.appending(path: "renamed-\(name)").path) == 0)
            }
        }
    }

    /// Writes a file in several parts, with a pause between each two that is longer than the settling time.
    private static func write(_ data: Data, to file: URL) throws {
        let handle = try #require(fopen(file.path, "w"))
        defer { fclose(handle) }
        for start in stride(from: 0, to: data.count, by: data.count / 3 + 1) {
            let part = data[start..<min(start + data.count / 3 + 1, data.count)]
            part.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, handle) }
            fflush(handle)
            usleep(150_000)
        }
    }
}
