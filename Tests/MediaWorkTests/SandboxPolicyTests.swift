import AlbumenTestSupport
import Foundation
import Testing

@testable import MediaRequests
@testable import MediaWork

@Suite struct SandboxPolicyTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the environment has precedence over the setting`() throws {
        try folder.write(Data("require\n".utf8), to: ".config/albumen/sandbox")
        try folder.write(Data("prefer".utf8), to: "other/albumen/sandbox")
        let home = folder.url.path(percentEncoded: false)
        func policy(_ environment: [String: String]) -> SandboxPolicy {
            SandboxPolicy.current(environment: environment)
        }
        #expect(policy([:]) == .prefer)
        #expect(policy(["HOME": "/nonexistent"]) == .prefer)
        #expect(policy(["HOME": home]) == .require)
        #expect(policy(["HOME": home, "ALBUMEN_SANDBOX": "prefer"]) == .prefer)
        #expect(policy(["HOME": home, "ALBUMEN_SANDBOX": ""]) == .require)
        #expect(policy(["HOME": home, "XDG_CONFIG_HOME": home + "/other"]) == .prefer)
        #expect(policy(["ALBUMEN_SANDBOX": "require"]) == .require)
    }

    @Test(arguments: ["yes", "Require", "off", "none"])
    func `an invalid value counts as require`(_ word: String) throws {
        #expect(SandboxPolicy.current(environment: ["ALBUMEN_SANDBOX": word]) == .require)
        try folder.write(Data(word.utf8), to: "albumen/sandbox")
        let environment = ["XDG_CONFIG_HOME": folder.url.path(percentEncoded: false)]
        #expect(SandboxPolicy.current(environment: environment) == .require)
    }

    @Test func `an unreadable setting counts as require`() throws {
        try folder.makeFolder("albumen/sandbox")
        let environment = ["XDG_CONFIG_HOME": folder.url.path(percentEncoded: false)]
        #expect(SandboxPolicy.current(environment: environment) == .require)
    }

    @Test func `the policy require refuses a worker without a sandbox`() throws {
        let executable = try HostileWorkers.executable(named: "unconfined", in: folder)
        let strict = WorkerPool(executable: executable, limit: 1, policy: .require)
        #expect(strict.failure("nothing")?.code == .sandboxIncomplete)
        #expect(strict.idleProcessIdentifiers.isEmpty)
        #expect(WorkerPool(executable: executable, limit: 1, policy: nil).done("nothing") == "done")
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `the worker reports that the kernel has no system call filter`() throws {
        let executable = try HostileWorkers.executable(named: "without-seccomp", in: folder)
        let state = try WorkerPool(executable: executable, limit: 1, policy: nil).describe()
        #expect(!state.isSystemCallFilterActive)
        #expect(!state.isWhole)
        #expect(state.complaints.contains { $0.contains("system calls cannot be filtered") })
        let strict = WorkerPool(executable: executable, limit: 1, policy: .require)
        let error = #expect(throws: MediaError.self) { try strict.describe() }
        #expect(error?.code == .sandboxIncomplete)
        #expect(error?.message.contains("ALBUMEN_SANDBOX") == true)
    }

    @Test(.enabled(if: HostileWorkers.canFilter, HostileWorkers.absence))
    func `the policy require accepts a worker with a complete sandbox`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1, policy: .require)
        #expect(try pool.describe().isWhole)
    }
}
