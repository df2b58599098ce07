/// What a change takes away, for the user to be asked about.
package struct Deletion: Sendable, Equatable {
    package var assets = 0
    /// Albums, those in folders that go among them.
    package var albums = 0
    /// Folders, those in folders that go among them.
    package var folders = 0
    /// The assets go for good and not to Recently Deleted.
    package var isPermanent = false
    /// So many assets that a "yes" is not enough: the count must be told.
    package var needsCount = false

    package init() {}

    package var isEmpty: Bool { assets == 0 && albums == 0 && folders == 0 }

    /// What goes, in English: "3 photos and videos, 1 album".
    package var text: String {
        var parts: [String] = []
        if assets > 0 { parts.append(assets == 1 ? "1 photo or video" : "\(assets) photos and videos") }
        if albums > 0 { parts.append(albums == 1 ? "1 album" : "\(albums) albums") }
        if folders > 0 { parts.append(folders == 1 ? "1 folder" : "\(folders) folders") }
        return parts.joined(separator: ", ")
    }
}

extension Deletion {
    /// A change that removes more than a hundredth of a library, and more than this many assets, is confirmed with its count.
    package static let mostUncountedAssets = 100

    /// - Parameter total: how many assets the library shows.
    package static func needsCount(_ removed: Int, ofLibraryWith total: Int) -> Bool {
        removed > mostUncountedAssets && removed > total / 100
    }
}
