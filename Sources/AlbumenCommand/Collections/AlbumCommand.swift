import ArgumentParser

/// `albumen album` creates and changes albums.
struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album",
        abstract: "Make, fill, rename, move and delete albums, and choose their covers.",
        discussion: """
            Albums and folders are named by title or by identifier. An album holds photos, it does not own them: what \
            is taken out of it stays in the library.
            """,
        subcommands: [
            AlbumCreateCommand.self, AlbumAddCommand.self, AlbumRemoveCommand.self, AlbumCoverCommand.self,
            AlbumRenameCommand.self, AlbumMoveCommand.self, AlbumDeleteCommand.self,
        ])
}
