import AlbumenTestSupport
import Foundation
import Testing

/// Checks the rules of ownership in all orders of steps, with Spin. The rules are those of docs/place.md.
@Suite struct OwnerModelTests {
    @Test func theRulesLoseNoAcknowledgedCommit() async throws {
        guard let output = try await search(without: nil) else { return }
        #expect(output.contains("errors: 0"), "\(output)")
        #expect(!output.contains("max search depth too small"), "\(output)")
    }

    @Test(arguments: [
        "NO_EPOCH", "NO_REREAD", "NO_CAS", "LIST_FIRST", "CLOCK", "CUT", "STORE_BACK", "DELETE_FIRST", "DELETE_ALL",
    ])
    func eachRuleIsNeeded(_ rule: String) async throws {
        guard let output = try await search(without: rule) else { return }
        #expect(output.contains("assertion violated") && output.contains("errors: 1"), "\(output)")
    }

    /// Searches the model without one of its rules. Returns the output, or `nil` if Spin isn't installed.
    private func search(without rule: String?) async throws -> String? {
        guard let spin = program("spin"), let compiler = program("gcc") else {
            print("The model isn't checked, because spin or gcc isn't installed. Run script/bootstrap --tests.")
            return nil
        }
        return try await onOwnThread {
            let folder = try TemporaryFolder()
            let model = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Models/owner.pml")
            try run(spin, ["-a"] + (rule.map { ["-D\($0)"] } ?? []) + [model.path(percentEncoded: false)], in: folder)
            // An error is found soon, so optimising would take longer than the search.
            try run(
                compiler, [rule == nil ? "-O1" : "-O0", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"],
                in: folder)
            return try run(folder.file("pan"), ["-m20000"], in: folder)
        }
    }

    @discardableResult
    private func run(_ program: URL, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
        let outcome = try ProgramRun.run(
            program, arguments, environment: ProcessInfo.processInfo.environment, workingDirectory: folder.url)
        try #require(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error)")
        return outcome.output
    }

    private func program(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
    }
}
