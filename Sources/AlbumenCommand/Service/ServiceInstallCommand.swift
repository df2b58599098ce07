import AlbumenServer
import ArgumentParser
import Foundation

/// `albumen service install` writes the unit of the service, and starts it.
struct ServiceInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Start the service, now and with the machine.",
        discussion: """
            Writes ~/.config/systemd/user/albumen.service, enables and starts it, and lets your services run without a \
            login (loginctl enable-linger). Run it again to change the library or the port: the service is then \
            started again. A unit of that name that albumen didn't write is refused.

              albumen service install
              albumen service install --library /media/photos/Library
              albumen service install --listen 0.0.0.0
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on.", valueName: "port"))
    var port = 8420

    @OptionGroup(title: "Other devices")
    var devices: DeviceOptions

    @Option(
        help: ArgumentHelp(
            "A shell command that runs once for each new problem of the library; see “albumen help serve”.",
            valueName: "command"))
    var notify: String?

    @Flag(help: "Start the service when you log in, and not with the machine.")
    var noLinger = false

    @Flag(help: "Print the unit, and change nothing.")
    var printUnit = false

    /// `script/install` prints the unit of an installation, which any user can enable.
    @Option(
        help: ArgumentHelp(
            "The path of the program in a unit for all users.", valueName: "path", visibility: .hidden))
    var installedProgram: String?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port is a number from 1 to 65535.") }
    }

    func run() throws {
        if let installedProgram {
            try print(ServiceUnit(program: installedProgram, library: nil, port: port))
            return
        }
        let library = try options.existingFolder()
        let unit = ServiceUnit(
            program: try programPath(), library: library.path, port: port,
            options: devices.arguments + (notify.map { ["--notify", $0] } ?? []))
        guard !unit.hasControlCharacters else {
            throw CommandFailure(
                "The library's path, the program's path or an option has a line break or another control character, "
                    + "which a unit of systemd can't have. Use others.")
        }
        guard !printUnit else { return try print(unit) }
        let output = StandardOutput.shared
        let file = try ServiceUnit.file()
        if let existing = try ServiceUnit.existing(at: file), !ServiceUnit.isOurs(existing) {
            throw CommandFailure(
                "\(file.path) is a unit that albumen didn't write. Move it away, and run the command again.")
        }
        try ServiceUnit.write(unit.text)
        try ServiceControl.systemctl("daemon-reload")
        try ServiceControl.systemctl("enable", ServiceUnit.name)
        try ServiceControl.systemctl("restart", ServiceUnit.name)
        let refusal = noLinger ? nil : try ServiceControl.enableLinger()
        if options.json {
            try output.write(
                line: JSONLine.text(
                    ServiceInstallationDocument(
                        library: library.path, startsWithMachine: !noLinger && refusal == nil, unit: file.path)))
        } else {
            let start = noLinger || refusal != nil ? "when you log in" : "with the machine"
            try output.write(line: "The service runs, and starts \(start). Open the library with: albumen open")
        }
        try output.flush()
        if let refusal {
            StandardError.write(
                line: "albumen: The service can't start with the machine: \(refusal). Ask an administrator for: "
                    + "loginctl enable-linger \(NSUserName())")
        }
    }

    private func print(_ unit: ServiceUnit) throws {
        try StandardOutput.shared.write(line: String(unit.text.dropLast()))
        try StandardOutput.shared.flush()
    }

    private func programPath() throws -> String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        } catch {
            throw CommandFailure("The path of this program can't be read from /proc/self/exe: \(error)")
        }
    }
}

/// The result of `albumen service install`, in JSON. All keys are always present.
///
/// | key | value |
/// |---|---|
/// | `library` | the path of the library's folder |
/// | `startsWithMachine` | whether the service starts without a login |
/// | `unit` | the path of the unit |
struct ServiceInstallationDocument: Encodable {
    let library: String
    let startsWithMachine: Bool
    let unit: String
}
