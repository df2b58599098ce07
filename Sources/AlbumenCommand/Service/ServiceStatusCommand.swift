import ArgumentParser
import Foundation

/// `albumen service status` reports whether the service is installed and runs.
struct ServiceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell whether the service runs.",
        discussion: """
            Exit status: 0 if the service runs, 3 if it doesn't or isn't installed. “albumen status” tells about the \
            library itself.

              albumen service status
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let file = try ServiceUnit.file()
        let isInstalled = try ServiceUnit.existing(at: file) != nil
        let properties = try Self.properties()
        let document = ServiceStatusDocument(
            isInstalled: isInstalled, process: properties["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil },
            restarts: properties["NRestarts"].flatMap { Int($0) } ?? 0, state: properties["ActiveState"] ?? "unknown",
            status: properties["StatusText"].flatMap { $0.isEmpty ? nil : $0 }, unit: file.path)
        let output = StandardOutput.shared
        try output.write(line: json ? JSONLine.text(document) : document.text)
        try output.flush()
        guard document.state == "active" else { throw ExitCode.refused }
    }

    /// Returns the properties of the unit by their names.
    private static func properties() throws -> [String: String] {
        let text = try ServiceControl.systemctl(
            "show", ServiceUnit.name, "--property=ActiveState,MainPID,NRestarts,StatusText")
        return text.split(separator: "\n").reduce(into: [:]) { properties, line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
        }
    }
}

/// The state of the service, in JSON.
///
/// | key | value |
/// |---|---|
/// | `isInstalled` | whether the user has a unit for the service |
/// | `process` | the number of the process; missing if it doesn't run |
/// | `restarts` | how often it was started again after a failure |
/// | `state` | the state as systemd names it, such as `active`, `inactive`, `failed` |
/// | `status` | what the service says about itself; missing if it says nothing |
/// | `unit` | the path of the unit |
struct ServiceStatusDocument: Encodable {
    let isInstalled: Bool
    let process: Int?
    let restarts: Int
    let state: String
    let status: String?
    let unit: String

    var text: String {
        guard isInstalled || state == "active" else {
            return "The service isn't installed. Install it with: albumen service install"
        }
        var lines = ["The service is \(PrintableText.line(state))\(process.map { " (process \($0))" } ?? "")."]
        if let status { lines.append(PrintableText.line(status)) }
        if restarts > 0 { lines.append("It was started again \(Count.text(restarts, "time")) after a failure.") }
        if state != "active" { lines.append("Its messages: journalctl --user -u albumen") }
        return lines.joined(separator: "\n")
    }
}
