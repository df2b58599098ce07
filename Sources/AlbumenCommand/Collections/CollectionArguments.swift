import ArgumentParser

/// How a command line names albums and folders.
enum CollectionArguments {
    static let album = ArgumentHelp("An album's title or identifier.", valueName: "album")
    static let folder = ArgumentHelp("A folder's title or identifier.", valueName: "folder")

    /// - Throws: `ValidationError`: a title of nothing could not be named again.
    static func checkTitle(_ title: String) throws {
        if title.allSatisfy(\.isWhitespace) { throw ValidationError("The title is empty. Give one that can be read.") }
    }
}
