import ArgumentParser
import Dispatch
import Foundation
import ProgramFiles

/// `albumen-portal` offers the picker to programs that ask a desktop portal for images or videos. D-Bus starts it.
@main
struct AlbumenPortal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albumen-portal",
        abstract: "Offer Albumen’s picker to programs that ask a desktop portal for images or videos.",
        discussion: """
            D-Bus starts this program. It's a backend of xdg-desktop-portal for FileChooser, and gives all other \
            requests to another backend. docs/portal.md describes the setup.
            """,
        version: ProgramVersion.text)

    @Option(help: ArgumentHelp("The library's folder.", valueName: "folder"))
    var library: String?

    @Option(
        help: ArgumentHelp(
            "The backend for all other requests, such as gtk or kde. Otherwise, portals.conf and the desktop decide.",
            valueName: "name"))
    var backend: String?

    /// The tests share their processors, and wait for minutes or not at all.
    @Option(help: ArgumentHelp("The seconds in which a browser has to show the picker.", visibility: .hidden))
    var openingSeconds = 60.0

    func validate() throws {
        guard (0.01...86_400).contains(openingSeconds) else {
            throw ValidationError("--opening-seconds is a number from 0.01 to 86400.")
        }
    }

    static func main() {
        // If a program closes its connection, the write fails instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as PortalFailure {
            StandardError.write(line: "albumen-portal: \(failure)")
            Foundation.exit(1)
        } catch {
            exit(withError: error)
        }
    }

    func run() throws {
        var environment = ProcessInfo.processInfo.environment
        if let library { environment["ALBUMEN_LIBRARY"] = library }
        let (backend, variables, opening) = (backend, environment, Duration.seconds(openingSeconds))
        let service = try MainActor.assumeIsolated {
            let service = try PortalService(
                bus: SessionBus(), backends: PortalBackends(environment: variables, chosen: backend),
                files: PickedFolder(environment: variables), environment: variables, opening: opening)
            try service.start()
            return service
        }
        withExtendedLifetime(service) { dispatchMain() }
    }
}
