import Albumen
import ArgumentParser
import BlobStore
import Foundation

/// `albumen restore` makes a library of a backup on another disk.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a library of a backup that “albumen backup” made.",
        discussion: """
            Copies everything from the backup's folder: the photos and videos, albums, edits, captions, apps' access. The \
            backup stays as it is.

              albumen restore /media/disk/Backup --to ~/Pictures/Library
              albumen restore /media/disk/Backup --list
              albumen restore /media/disk/Backup --to /tmp/Yesterday --before 2026-11-29
            """)

    @Argument(help: ArgumentHelp("The backup's folder.", valueName: "dir"), completion: .directory)
    var backup: String

    @OptionGroup
    var restore: RestoreOptions

    func run() throws {
        let settings = CloudSettings(address: "dir:\(BackupCommand.folder(backup).path)")
        var options = LibraryRestoration.Options()
        options.fetchesOriginals = true
        try restore.run(
            { try LibraryRestoration(from: settings, to: restore.folder, $0) }, options, place: settings.address)
    }
}
