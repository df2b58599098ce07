import ArgumentParser
import Foundation

/// `albumen service remove` stops the service and deletes its unit.
struct ServiceRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop the service, and no longer start it.",
        discussion: """
            Deletes the unit that “albumen service install” wrote. The library stays. Your other services still run \
            without a login: loginctl disable-linger ends that.

              albumen service remove
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let file = try ServiceUnit.file()
        let existing = try ServiceUnit.existing(at: file)
        if let existing, !ServiceUnit.isOurs(existing) {
            throw CommandFailure("\(file.path) is a unit that albumen didn't write, so it stays.")
        }
        if existing != nil {
            try ServiceControl.systemctl("disable", "--now", ServiceUnit.name)
            do {
                try FileManager.default.removeItem(at: file)
            } catch {
                throw CommandFailure("\(file.path) can't be deleted: \(CommandFailure.text(of: error))")
            }
            try ServiceControl.systemctl("daemon-reload")
        }
        let output = StandardOutput.shared
        if json {
            try output.write(line: JSONLine.text(ServiceRemovalDocument(wasInstalled: existing != nil)))
        } else {
            try output.write(
                line: existing == nil ? "No service was installed." : "The service was removed. The library stays.")
        }
        try output.flush()
    }
}

/// The result of `albumen service remove`, in JSON.
///
/// | key | value |
/// |---|---|
/// | `wasInstalled` | whether there was a unit |
struct ServiceRemovalDocument: Encodable {
    let wasInstalled: Bool
}
