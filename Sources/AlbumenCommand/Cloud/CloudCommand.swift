import ArgumentParser

/// `albumen cloud` keeps originals in a place outside the library's folder.
struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Keep originals in an object store or on another disk.",
        discussion: """
            The place gets a copy of each original. When its bytes there are verified, the original can leave this \
            machine, and comes back when it is needed. Thumbnails stay. Only “optimise” removes originals from this \
            machine.

              export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…
              albumen cloud connect s3://photos --endpoint https://s3.example.org
              albumen cloud sync
              albumen cloud optimise --keep 20GB

            “albumen serve” uploads in the background.
            """,
        subcommands: [
            CloudConnectCommand.self, CloudStatusCommand.self, CloudSyncCommand.self, CloudOptimiseCommand.self,
            CloudDownloadCommand.self, CloudVerifyCommand.self, CloudDisconnectCommand.self,
        ])
}
