import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import AlbumenCommand

@Suite(.blocking) struct DoctorTests {
    @Test func `all is well with a worker and a library`() throws {
        let harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        let outcome = try harness.run("doctor")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines.contains { $0.hasPrefix("ok: worker: ") && $0.hasSuffix("starts and answers.") })
        #expect(outcome.outputLines.contains { $0.hasPrefix("ok: library: ") })
        let objects = try harness.run("doctor", "--json").objects()
        #expect(objects.map { $0["check"] } == ["worker", "sandbox", "library", "permissions", "space", "search"])
        #expect(objects.first?["status"] == "ok")
    }

    @Test func `a wrong search index is a fault with its remedy`() throws {
        let harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(3).path).exitStatus == 0)
        #expect(try harness.run("doctor").outputLines.contains("ok: search: The search index matches the library."))
        let remedy = "Rebuild it: albumen verify --repair"
        try harness.execute("DELETE FROM assetSearch WHERE rowid = 1")
        let stale = try harness.run("doctor")
        #expect(stale.exitStatus == 1)
        #expect(
            stale.outputLines.last == "fault: search: The search index has other words than the library for 1 of the "
                + "items and albums. \(remedy)")
        try harness.execute("DROP TABLE assetSearch_config")
        let damaged = try harness.run("doctor", "--json")
        #expect(damaged.exitStatus == 1)
        let object = try #require(try damaged.objects().last)
        #expect(object["check"] == "search" && object["status"] == "fault" && object["remedy"] == .text(remedy))
        #expect(try harness.run("verify", "--repair").exitStatus == 0)
        #expect(try harness.run("doctor").exitStatus == 0)
    }

    @Test func `where there is no library yet, it says how to make one, and makes none`() throws {
        let harness = try CommandHarness()
        let outcome = try harness.run("doctor")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.contains("warning: library: There is no library at \(harness.library.path) yet."))
        #expect(outcome.output.contains("albumen import FOLDER"))
        #expect(!FileManager.default.fileExists(atPath: harness.library.path))
    }

    @Test func `a program with no worker in reach says how to get one`() throws {
        let harness = try CommandHarness()
        let alone = harness.folder.file("alone")
        // A separate program copies the file: another test's child could inherit a file that this process has open for
        // writing, and a program that is open for writing does not start.
        let copying = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/cp"), [CommandHarness.executable.path, alone.path], environment: [:])
        try #require(copying.exitStatus == 0)
        let outcome = try ProgramRun.run(alone, ["doctor"], environment: harness.environment)
        #expect(outcome.exitStatus == 1)
        let line = try #require(outcome.outputLines.first)
        #expect(line.hasPrefix("fault: worker: There is no program albumen-media-worker beside"))
        #expect(line.contains("set ALBUMEN_MEDIA_WORKER to its path"))
        #expect(outcome.error == "albumen: The doctor found 1 fault. Follow the advice above.\n")
    }

    @Test func `a worker that does not answer is a fault`() throws {
        let harness = try CommandHarness()
        var environment = harness.environment
        environment["ALBUMEN_MEDIA_WORKER"] = "/bin/true"
        let outcome = try ProgramRun.run(CommandHarness.executable, ["doctor"], environment: environment)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.outputLines.first?.hasPrefix("fault: worker: /bin/true does not answer.") == true)
        #expect(outcome.outputLines.first?.contains("ldd /bin/true") == true)
    }

    @Test func `a folder that isn't a library is a fault`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(Data("{}".utf8), to: "library/library.json")
        let outcome = try harness.run("doctor")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output.contains("fault: library: "))
    }

    @Test func `each thing that the sandbox lacks is a fault with its reason`() {
        let reason = "system calls cannot be filtered: Function not implemented"
        var state = WorkerState()
        state.complaints = [reason]
        let diagnoses = WorkerExamination.diagnoses(of: state)
        #expect(diagnoses.count == 4)
        for diagnosis in diagnoses {
            #expect(diagnosis.status == .fault)
            #expect(diagnosis.message.contains(reason))
            #expect(diagnosis.remedy != nil)
        }
        state = WorkerState()
        state.isSystemCallFilterActive = true
        state.hasNoNewPrivileges = true
        state.hasNoCapabilities = true
        state.memoryLimitInBytes = 2 << 30
        state.endsWithHost = true
        #expect(WorkerExamination.diagnoses(of: state).map(\.status) == [.ok])
    }

    @Test func `it tells by what the worker is held`() throws {
        var state = WorkerState()
        state.isSystemCallFilterActive = true
        state.hasNoNewPrivileges = true
        state.hasNoCapabilities = true
        state.memoryLimitInBytes = 2 << 30
        state.endsWithHost = true
        let plain = try #require(WorkerExamination.diagnoses(of: state).first).message
        #expect(plain.contains("this kernel has no Landlock"))
        #expect(plain.contains("Albumen counts its threads"))
        state.landlockVersion = 7
        state.isThreadCountLimited = true
        let full = try #require(WorkerExamination.diagnoses(of: state).first).message
        #expect(full.contains("Landlock (version 7)"))
        #expect(full.contains("The kernel limits its threads."))
    }
}
