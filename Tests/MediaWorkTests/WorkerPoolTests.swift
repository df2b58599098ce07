import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaRequests
@testable import MediaWork

@Suite struct WorkerPoolTests {
    private static let dot: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 3, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 3, 0, 2,
        0, 0, 2, 3, 0x44, 0x7C, 5, 0, 0x3B,
    ]

    let folder = try? TemporaryFolder()

    @Test func `a worker reads the file behind a descriptor`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find())
        let probe = try pool.probe(file(Self.dot, "dot.gif"))
        #expect(probe.uniformTypeIdentifier == "com.compuserve.gif")
        #expect(probe.pixelWidth == 3)
        #expect(probe.pixelHeight == 2)
    }

    @Test func `the next request uses the same worker`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let file = try file(Self.dot, "dot.gif")
        _ = try pool.probe(file)
        let first = pool.idleProcessIdentifiers
        _ = try pool.probe(file)
        #expect(first.count == 1)
        #expect(pool.idleProcessIdentifiers == first)
    }

    @Test func `the number of workers never exceeds the limit`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 2)
        let file = try file(Self.dot, "dot.gif")
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            #expect(throws: Never.self) { _ = try pool.probe(file) }
        }
        #expect((1...2).contains(pool.idleProcessIdentifiers.count))
    }

    @Test func `a killed worker is replaced, and the request succeeds`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let file = try file(Self.dot, "dot.gif")
        _ = try pool.probe(file)
        let victim = try #require(pool.idleProcessIdentifiers.first)
        #expect(kill(victim, SIGKILL) == 0)
        #expect(try pool.probe(file).pixelWidth == 3)
        #expect(pool.idleProcessIdentifiers.first != victim)
    }

    @Test func `requests succeed after all idle workers were killed`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 4)
        let file = try file(Self.dot, "dot.gif")
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            #expect(throws: Never.self) { _ = try pool.probe(file) }
        }
        for victim in pool.idleProcessIdentifiers { #expect(kill(victim, SIGKILL) == 0) }
        #expect(try pool.probe(file).pixelWidth == 3)
    }

    @Test func `a worker killed while idle does not count as an attempt`() throws {
        // The script starts a worker, fails at its second start, and then starts a worker again.
        let folder = try #require(folder).url
        let (script, starts) = (folder.appendingPathComponent("hesitant"), folder.appendingPathComponent("starts"))
        let worker = try WorkerLocation.find()
        let lines = """
            #!/bin/sh
            echo >> '\(starts.path)'
            [ "$(wc -l < '\(starts.path)')" -eq 2 ] && exit 1
            exec '\(worker)'

            """
        try Data(lines.utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let pool = WorkerPool(executable: script.path, limit: 1)
        let file = try file(Self.dot, "dot.gif")
        #expect(try pool.probe(file).pixelWidth == 3)
        let victim = try #require(pool.idleProcessIdentifiers.first)
        #expect(kill(victim, SIGKILL) == 0)
        // The socket closes when the last thread has ended.
        try waitUntil {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(victim)/task").count == 1
                && String(contentsOfFile: "/proc/\(victim)/stat", encoding: .utf8).contains(") Z ")
        }
        #expect(try pool.probe(file).pixelWidth == 3)
        #expect(try Data(contentsOf: starts).count == 3)
    }

    @Test func `an implausible answer is rejected`() {
        var probe = MediaProbe(kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 1, pixelHeight: 1)
        #expect(probe.isPlausible)
        probe.captureDate = .init(secondsSinceReferenceDate: 0, utcOffsetInSeconds: .min, source: .gps)
        #expect(!probe.isPlausible)
        probe.captureDate = .init(secondsSinceReferenceDate: .infinity, utcOffsetInSeconds: 0, source: .gps)
        #expect(!probe.isPlausible)
        probe.captureDate = nil
        probe.location = .init(latitude: .nan, longitude: 0)
        #expect(!probe.isPlausible)
        probe.location = nil
        probe.pixelHeight = -1
        #expect(!probe.isPlausible)
    }

    @Test func `a request fails after two crashes`() throws {
        let pool = WorkerPool(executable: "/bin/true", limit: 1)
        let file = try file(Self.dot, "dot.gif")
        let error = #expect(throws: MediaError.self) { try pool.probe(file) }
        #expect(error?.code == .workerCrashed)
    }

    @Test func `a request fails after two timeouts`() throws {
        let script = try #require(folder).url.appendingPathComponent("silent")
        try Data("#!/bin/sh\nexec sleep 60\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        var patience = WorkerPatience()
        patience.timeInMilliseconds = 1000
        let pool = WorkerPool(executable: script.path, limit: 1, patience: patience)
        let file = try file(Self.dot, "dot.gif")
        let error = #expect(throws: MediaError.self) { try pool.probe(file) }
        #expect(error?.code == .timedOut)
    }

    @Test func `a missing worker program fails with instructions`() throws {
        let nowhere = #expect(throws: MediaError.self) {
            try WorkerLocation.find(environment: ["ALBUMEN_MEDIA_WORKER": "/nonexistent/worker"])
        }
        #expect(nowhere?.code == .workerMissing)
        let pool = WorkerPool(executable: "/nonexistent/worker")
        let file = try file(Self.dot, "dot.gif")
        let error = #expect(throws: MediaError.self) { try pool.probe(file) }
        #expect(error?.code == .workerMissing)
    }

    @Test func `text, an empty file and a truncated image have different errors`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find())
        for (bytes, code) in [
            (Array("Only words here.".utf8), MediaError.Code.notMedia), ([], .notMedia),
            (Array(Self.dot.prefix(8)), .unreadable),
        ] {
            let file = try file(bytes, "file.gif")
            let error = #expect(throws: MediaError.self) { try pool.probe(file) }
            #expect(error?.code == code, "\(bytes.count) bytes")
        }
    }

    private func file(_ bytes: [UInt8], _ name: String) throws -> FileHandle {
        let url = try #require(folder).url.appendingPathComponent(UUID().uuidString + name)
        try Data(bytes).write(to: url)
        return try FileHandle(forReadingFrom: url)
    }
}

extension WorkerPool {
    fileprivate func probe(_ file: FileHandle) throws -> MediaProbe {
        try probe(descriptor: file.fileDescriptor, filename: "dot.gif")
    }
}
