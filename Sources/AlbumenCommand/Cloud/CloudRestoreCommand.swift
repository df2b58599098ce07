import Albumen
import ArgumentParser
import BlobStore

/// `albumen cloud restore` makes a library of the backup in a place.
struct CloudRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a library of what a place has, for example after this machine's disk died.",
        discussion: """
            Everything comes back that the place has: photos, albums, edits, captions, apps' access. The originals stay in \
            the place and come when they are needed. Afterwards, the place belongs to the new library, and the old copy \
            stops writing there. With --read-only, the place stays the old copy's.

            Files that had not been uploaded yet are named in the new library's not-restored.txt; the exit status is then 3.

              albumen cloud restore s3://photos/family --endpoint https://s3.example.org --to ~/Pictures/Restored
              albumen cloud restore dir:/media/nas/albumen --list
            """)

    @Argument(help: ArgumentHelp("s3://BUCKET, s3://BUCKET/PREFIX or dir:PATH.", valueName: "address"))
    var address: String

    @OptionGroup
    var restore: RestoreOptions

    @Flag(help: "Look at the backup without taking the place over.")
    var readOnly = false

    @Flag(help: "Take the place over although the old copy sent changes a short time ago.")
    var force = false

    @Flag(help: "Copy all originals to this machine, and don't connect the new library to the place.")
    var originals = false

    @OptionGroup
    var placeOptions: PlaceOptions

    func run() throws {
        let settings = try placeOptions.settings(address)
        var options = LibraryRestoration.Options()
        (options.isReadOnly, options.replacesOwner, options.fetchesOriginals) = (readOnly, force, originals)
        try restore.run(
            { try LibraryRestoration(from: settings, to: restore.folder, $0) }, options, place: settings.address)
    }
}
