import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import MediaRequests
@testable import MediaWork

@Suite struct WorkerSandboxTests {
    @Test(
        .enabled(if: HostileWorkers.canFilter, HostileWorkers.absence),
        arguments: [
            "open", "connect", "connect-unix", "fork", "exec", "ptrace", "kill", "limits", "unlink", "execute",
            "map-executable", "map-shared", "thread-open", "make-memory", "send-descriptor", "truncate", "duplicate",
        ])
    func `a forbidden system call ends the worker, and the pool keeps working`(_ deed: String) {
        let pool = HostileWorkers.pool()
        #expect(pool.done("nothing") == "done")
        let first = pool.idleProcessIdentifiers
        #expect(pool.failure(deed)?.code == .forbidden)
        #expect(pool.done("nothing") == "done")
        #expect(pool.idleProcessIdentifiers.count == 1)
        #expect(pool.idleProcessIdentifiers != first)
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `a worker can start threads`() {
        #expect(HostileWorkers.pool().done("thread-nothing") == "done")
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `a worker cannot read the status of a path`() {
        #expect(HostileWorkers.pool().done("status") == "failed with \(ENOSYS)")
    }

    @Test func `the messages of a worker can't control a terminal or add lines to a log`() {
        #expect(HostileWorkers.pool().done("steer") == #"red: \u{1b}[31m\u{a}next line \u{202e}"#)
    }

    @Test func `a crash is reported as a crash`() {
        #expect(HostileWorkers.pool().failure("abort")?.code == .workerCrashed)
    }

    @Test func `a worker that computes endlessly ends at its limit of processor time`() throws {
        var patience = WorkerPatience()
        patience.processorTimeInSeconds = 1
        let pool = HostileWorkers.pool(patience: patience)
        let error = try #require(pool.failure("compute"))
        #expect(error.code == .timedOut)
        #expect(error.message.contains("computed longer than 1 s"))
        #expect(pool.done("nothing") == "done")
    }

    @Test func `a worker reports that it reached the memory limit`() throws {
        let pool = HostileWorkers.pool()
        let limit = try #require(try pool.describe().memoryLimitInBytes)
        let answer = try #require(pool.done("memory"))
        let size = try #require(answer.split(separator: " ").last.flatMap { UInt64($0) })
        #expect(size < limit)
        #expect(size > limit / 2)
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `the sandbox applies to all threads of the worker`() throws {
        let pool = HostileWorkers.pool()
        let state = try pool.describe()
        #expect(state.isWhole, "\(state.complaints)")
        #expect(state.complaints.isEmpty)
        let worker = try #require(pool.idleProcessIdentifiers.first)
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/task")
        // This worker starts a thread before the filter is installed.
        #expect(threads.count > 1)
        for thread in threads {
            let status = try String(contentsOfFile: "/proc/\(worker)/task/\(thread)/status", encoding: .utf8)
            let facts = status.split(separator: "\n").map { $0.split(separator: "\t").joined(separator: " ") }
            #expect(facts.contains("Seccomp: 2"))
            #expect(facts.contains("NoNewPrivs: 1"))
            for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(facts.contains("\(set): 0000000000000000")) }
            #expect(!facts.contains { $0.hasPrefix("Uid:") && $0.contains(" 0 ") })
        }
    }

    @Test func `a worker does not inherit its host's environment`() throws {
        let worker = try warmWorker()
        let text = String(decoding: try Data(readingProcess: worker.identifier, "environ"), as: UTF8.self)
        let names = Set(text.split(separator: "\0").compactMap { $0.split(separator: "=").first.map(String.init) })
        let memory = ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"]
        #expect(
            names.isSubset(of: ["LC_ALL", "TZ", "VIPS_DISC_THRESHOLD", "VIPS_NOVECTOR", "LD_LIBRARY_PATH"] + memory))
        #expect(ProcessInfo.processInfo.environment["PATH"] != nil)
        let values = WorkerEnvironment.values(of: ["AWS_SECRET": "s", "LD_LIBRARY_PATH": "/lib", "HOME": "/root"])
        #expect(
            values == [
                "LC_ALL": "C", "TZ": "UTC0", "VIPS_DISC_THRESHOLD": "1000g", "VIPS_NOVECTOR": "1",
                "MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "33554432", "LD_LIBRARY_PATH": "/lib",
            ])
    }

    @Test func `a worker inherits no descriptor of its host but its socket`() throws {
        let worker = try warmWorker()
        let folder = "/proc/\(worker.identifier)/fd"
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(descriptors == ["0", "1", "2"])
        let targets = try descriptors.map {
            try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        #expect(targets.first?.hasPrefix("socket:") == true)
        #expect(targets.dropFirst().allSatisfy { $0 == "/dev/null" })
        let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker.identifier)/cwd")
        #expect(place == "/")
    }

    /// Returns the real worker after it has decoded an image.
    private func warmWorker() throws -> (pool: WorkerPool, identifier: pid_t) {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let picture = try PNGCodec.encode(SampleBitmap.gradient(width: 100, height: 80))
        let rendering = try pool.render(picture, RenderRequest(filename: "a.png", sizes: [.longSide(20)]))
        #expect(rendering.pictures.first?.width == 20)
        // The worker may close the image's descriptors after the host receives them. They're closed before its next
        // answer.
        _ = try pool.describe()
        return (pool, try #require(pool.idleProcessIdentifiers.first))
    }
}

extension Data {
    /// Files in /proc don't report their size.
    fileprivate init(readingProcess identifier: pid_t, _ name: String) throws {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(identifier)/\(name)"))
        self = try handle.readToEnd() ?? Data()
    }
}
