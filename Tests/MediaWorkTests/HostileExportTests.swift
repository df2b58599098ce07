import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import MediaRequests
@testable import MediaWork

/// The sandbox of exports, and the host's checks of their answers.
@Suite struct HostileExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the error of an export whose process does a deed.
    private func failure(_ deed: String, patience: ExportPatience = ExportPatience()) throws -> MediaError {
        let source = try folder.write(Data([0]), to: "source-\(UUID().uuidString)")
        let input = open(source.path, O_RDONLY | O_CLOEXEC)
        let output = open(folder.file("output-\(UUID().uuidString)").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(input)
            close(output)
        }
        var export = VideoExport(video: .copy, audio: .copy, container: .mov)
        export.metadata = .replaced([.init(key: "deed", value: deed)])
        let exporter = VideoExporter(workers: HostileWorkers.pool(), patience: patience)
        let error = try #require(throws: MediaError.self) { try exporter.run(export, from: input, to: output) }
        var status = stat()
        #expect(fstat(output, &status) == 0 && status.st_size == 0, "the output isn't empty after an error")
        return error
    }

    /// Returns the answer of an export's process after a deed that it survives.
    private func done(_ deed: String) throws -> String? {
        let error = try failure(deed)
        return error.code == .unreadable ? error.message : nil
    }

    @Test(
        .enabled(if: HostileWorkers.canFilter, HostileWorkers.absence),
        arguments: [
            "connect", "connect-unix", "fork", "exec", "ptrace", "kill", "limits", "unlink", "execute",
            "map-executable", "map-shared", "make-memory", "send-descriptor", "truncate", "duplicate",
        ])
    func `a forbidden system call ends an export`(_ deed: String) throws {
        #expect(try failure(deed).code == .forbidden)
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `an export opens no file, and reads no path`() throws {
        #expect(try done("open") == "failed with \(EACCES)")
        #expect(try done("status") == "failed with \(ENOSYS)")
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `an export gets no answer to an encoder's questions about the machine`() throws {
        #expect(try done("memory-policy") == "failed with \(ENOSYS)")
        #expect(try done("affinity") == "failed with \(EPERM)")
    }

    @Test func `the output can't grow beyond the limit`() throws {
        let answer = try #require(try done("fill"))
        let limits = ExportLimits(
            VideoExport(video: .copy, audio: .copy, container: .mov),
            of: [
                ExportLimits.File(
                    probe: MediaProbe(kind: .video, uniformTypeIdentifier: "", pixelWidth: 2000, pixelHeight: 2000),
                    byteCount: 1)
            ])
        #expect(answer == "\(limits.outputInBytes) bytes, failed with \(EFBIG)")
    }

    @Test func `an export without progress ends`() throws {
        var patience = ExportPatience()
        patience.timeWithoutProgressInMilliseconds = 300
        for deed in ["stay", "same-progress"] {
            let error = try failure(deed, patience: patience)
            #expect(error.code == .timedOut)
            #expect(error.message.contains("no progress"))
        }
    }

    @Test(arguments: ["lie", "impossible-progress", "takes-long"])
    func `an impossible answer is an error`(_ deed: String) throws {
        #expect(try failure(deed).code == .protocolViolation)
    }

    @Test(arguments: ["abort", "exit"])
    func `a crash is reported as a crash`(_ deed: String) throws {
        let error = try failure(deed)
        #expect(error.code == .workerCrashed)
        #expect(error.message.contains("Another preset"))
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `the number of an export's threads is limited`() throws {
        let error = try failure("threads")
        if error.code == .unreadable {
            let count = try #require(error.message.split(separator: " ").last.flatMap { Int($0) })
            #expect((16...WorkerLimits.threadCount).contains(count))
        } else {
            #expect(error.code == .forbidden)
        }
    }

    @Test func `a worker accepts no other arguments`() {
        let limits = ExportLimits(processorTimeInSeconds: 7, outputInBytes: 9, memoryInBytes: 11)
        #expect(WorkerRole(arguments: WorkerRole.export(limits).arguments) == .export(limits))
        #expect(WorkerRole(arguments: [String]()) == .media)
        for arguments in [
            ["export"], ["export", "0", "5", "6"], ["export", "x", "5", "6"], ["other", "1", "2", "3"],
        ] {
            #expect(WorkerRole(arguments: arguments) == nil)
        }
    }
}
