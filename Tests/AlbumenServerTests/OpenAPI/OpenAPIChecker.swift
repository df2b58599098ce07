import AlbumenTestSupport
import Foundation

/// `check_openapi.py`, which uses Debian's Python and its JSON schemas.
enum OpenAPIChecker {
    static let absence = "Debian's python3-jsonschema is not installed"

    private static let python = URL(fileURLWithPath: "/usr/bin/python3")
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appending(path: "check_openapi.py")

    static let isPresent: Bool = {
        guard FileManager.default.isExecutableFile(atPath: python.path(percentEncoded: false)) else { return false }
        return (try? ProgramRun.run(python, ["-c", "import jsonschema"]))?.exitStatus == 0
    }()

    /// Returns a line for each fault. Blocks.
    static func faults(description: [String: Any], exchanges: [Exchange]) throws -> [String] {
        let work: [String: Any] = ["description": description, "exchanges": try exchanges.map { try $0.object() }]
        let outcome = try ProgramRun.run(
            python, [script.path(percentEncoded: false)],
            environment: ["PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"],
            input: try JSONSerialization.data(withJSONObject: work))
        // Status 0 without lines, or 1 with lines. Otherwise the script itself failed.
        let isSound = outcome.exitStatus == 0 ? outcome.outputLines.isEmpty : outcome.exitStatus == 1
        guard isSound, outcome.exitStatus == 0 || !outcome.outputLines.isEmpty else {
            throw ScriptFailure(description: outcome.error)
        }
        return outcome.outputLines
    }

    struct ScriptFailure: Error, CustomStringConvertible {
        let description: String
    }
}
