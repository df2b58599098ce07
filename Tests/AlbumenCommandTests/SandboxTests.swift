import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Testing

/// What the commands do with a worker that the machine cannot shut in, and what becomes of a worker without its host.
@Suite(.blocking, .enabled(if: KernelFilter.isPresent, "this machine's kernel has no seccomp"))
struct SandboxTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try harness.writePhotos(3)
    }

    /// - Parameter worker: the ending of the name that the hostile worker is started by.
    private func environment(worker: String, _ more: [String: String] = [:]) throws -> [String: String] {
        let program = CommandHarness.executable.deletingLastPathComponent().appending(path: "HostileWorker")
        let link = harness.folder.file("worker-\(worker)")
        if !FileManager.default.fileExists(atPath: link.path) {
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
        }
        return harness.environment.merging(["ALBUMEN_MEDIA_WORKER": link.path]) { $1 }.merging(more) { $1 }
    }

    private func run(_ arguments: String..., environment: [String: String]) throws -> ProgramRun.Outcome {
        try ProgramRun.run(
            CommandHarness.executable, arguments, environment: environment, workingDirectory: harness.folder.url)
    }

    @Test func `an import without seccomp warns once, and works`() throws {
        let outcome = try run("import", "photos", environment: environment(worker: "without-seccomp"))
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let warnings = outcome.errorLines.filter { $0.contains("sandbox is incomplete") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("system calls cannot be filtered") == true)
        #expect(warnings.first?.contains("albumen doctor") == true)
        #expect(outcome.outputLines.first?.hasPrefix("Imported 3 files") == true)
    }

    @Test func `a complete sandbox causes no message`() throws {
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
    }

    @Test(arguments: ["variable", "setting"])
    func `an import that requires the sandbox reads no file without it`(_ way: String) throws {
        if way == "setting" { try harness.folder.write(Data("require\n".utf8), to: "home/.config/albumen/sandbox") }
        let outcome = try run(
            "import", "photos",
            environment: environment(
                worker: "without-seccomp", way == "variable" ? ["ALBUMEN_SANDBOX": "require"] : [:]))
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("sandbox is incomplete"))
        #expect(outcome.error.contains("ALBUMEN_SANDBOX"))
        #expect(try harness.run("list").output == "")
    }

    @Test func `a complete sandbox satisfies the policy require`() throws {
        let outcome = try ProgramRun.run(
            CommandHarness.executable, ["import", "photos"],
            environment: harness.environment.merging(["ALBUMEN_SANDBOX": "require"]) { $1 },
            workingDirectory: harness.folder.url)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
    }

    @Test func `doctor reports an incomplete sandbox as a fault`() throws {
        let outcome = try run("doctor", environment: environment(worker: "without-seccomp"))
        #expect(outcome.exitStatus == 1)
        let line = try #require(outcome.outputLines.first { $0.hasPrefix("fault: sandbox: ") })
        #expect(line.contains("system calls cannot be filtered"))
        #expect(!outcome.error.contains("sandbox is incomplete"))
    }

    @Test(arguments: ["stay", "stay-without-main-thread"])
    func `a worker in an endless loop ends with its host`(_ deed: String) throws {
        try harness.folder.write(Data("anything".utf8), to: "hostile/\(deed)")
        let run = try ProgramRun(
            CommandHarness.executable, ["import", "hostile"], environment: environment(worker: "loyal"),
            workingDirectory: harness.folder.url)
        var worker: pid_t?
        try waitUntil {
            worker = try Self.sleepingChild(of: run.processIdentifier)
            return worker != nil
        }
        run.kill(SIGKILL)
        _ = try run.wait()
        let identifier = try #require(worker)
        try waitUntil { !WorkerProcesses.isRunning(identifier) }
    }

    /// The worker of a process, once it is at its deed, where it waits by the clock or ends its main thread.
    private static func sleepingChild(of process: pid_t) throws -> pid_t? {
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        for task in tasks {
            let list = try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
            guard let child = list?.split(separator: " ").first.flatMap({ pid_t($0) }) else { continue }
            let sleepers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task")) ?? []
            for sleeper in sleepers {
                let call = try? String(contentsOfFile: "/proc/\(child)/task/\(sleeper)/syscall", encoding: .utf8)
                // clock_nanosleep, nanosleep, or none any more: a main thread that has ended.
                if ["230 ", "35 ", "-1 "].contains(where: { call?.hasPrefix($0) == true }) { return child }
            }
        }
        return nil
    }
}

private enum KernelFilter {
    static let isPresent =
        (try? String(contentsOfFile: "/proc/sys/kernel/seccomp/actions_avail", encoding: .utf8))?
        .contains("kill_process") == true
}
