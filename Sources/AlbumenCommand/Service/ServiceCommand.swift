import ArgumentParser

/// `albumen service` runs `albumen serve` as a service of the user.
struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Run albumen serve as a service that starts with the machine.",
        discussion: """
            The service is a unit of systemd that belongs to you and runs as you. It starts with the machine, and \
            again if it fails. Its messages are in: journalctl --user -u albumen

              albumen service install
              albumen open
              albumen service status
              albumen service remove
            """,
        subcommands: [ServiceInstallCommand.self, ServiceStatusCommand.self, ServiceRemoveCommand.self])
}
