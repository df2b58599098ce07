import ArgumentParser

/// The destination of an album or folder.
struct PlacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Into this folder: its title or identifier.", valueName: "folder"),
        completion: CollectionCompletion.folders)
    var folder: String?

    @Flag(help: "Out of all folders.")
    var top = false

    @Option(
        help: ArgumentHelp("In front of this album or folder, and into its folder.", valueName: "collection"),
        completion: CollectionCompletion.collections)
    var before: String?

    @Option(
        help: ArgumentHelp("Behind this album or folder, and into its folder.", valueName: "collection"),
        completion: CollectionCompletion.collections)
    var after: String?

    func validate() throws {
        if folder != nil, top { throw ValidationError("Give --folder or --top, not both.") }
        if before != nil, after != nil { throw ValidationError("Give --before or --after, not both.") }
        if folder == nil, !top, before == nil, after == nil {
            throw ValidationError("Specify a destination: --folder, --top, --before or --after.")
        }
    }
}
