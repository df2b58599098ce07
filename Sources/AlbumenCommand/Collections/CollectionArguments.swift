import ArgumentParser

/// Arguments that name albums and folders.
enum CollectionArguments {
    static let album = ArgumentHelp("An album's title or identifier.", valueName: "album")
    static let folder = ArgumentHelp("A folder's title or identifier.", valueName: "folder")

    /// - Throws: `ValidationError` if the title is empty, because no command could name the collection.
    static func checkTitle(_ title: String) throws {
        if title.allSatisfy(\.isWhitespace) { throw ValidationError("The title is empty. Give one that can be read.") }
    }
}
