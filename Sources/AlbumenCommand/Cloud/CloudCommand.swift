import ArgumentParser

/// `albumen cloud` keeps originals in a place outside the library's folder.
struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Keep originals and a backup in an object store or on another disk.",
        discussion: """
            The place gets a copy of each original, and each change of the catalog: albums, edits, captions. After a lost \
            disk, “restore” brings everything back. An original whose bytes there are verified can leave this machine, and \
            comes back when it is needed. Thumbnails stay. Only “optimise” removes originals from this machine.

              export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…
              albumen cloud connect s3://photos --endpoint https://s3.example.org
              albumen cloud sync
              albumen cloud optimise --keep 20GB

            “albumen serve” uploads in the background: a change is in the place within 10 seconds.
            """,
        subcommands: [
            CloudConnectCommand.self, CloudStatusCommand.self, CloudSyncCommand.self, CloudOptimiseCommand.self,
            CloudDownloadCommand.self, CloudVerifyCommand.self, CloudRestoreCommand.self, CloudSalvageCommand.self,
            CloudDisconnectCommand.self,
        ])
}
