/// The objects that a change deletes, for the question to the user.
package struct Deletion: Sendable, Equatable {
    package var assets = 0
    /// The number of albums, including those in deleted folders.
    package var albums = 0
    /// The number of folders, including those in deleted folders.
    package var folders = 0
    /// Whether the assets are deleted permanently instead of moved to Recently Deleted.
    package var isPermanent = false
    /// Whether the deletion needs a confirmation with the number of assets.
    package var needsCount = false

    package init() {}

    package var isEmpty: Bool { assets == 0 && albums == 0 && folders == 0 }

    /// The objects in English: "3 photos and videos, 1 album".
    package var text: String {
        var parts: [String] = []
        if assets > 0 { parts.append(Self.text(ofAssets: assets)) }
        if albums > 0 { parts.append(albums == 1 ? "1 album" : "\(albums) albums") }
        if folders > 0 { parts.append(folders == 1 ? "1 folder" : "\(folders) folders") }
        return parts.joined(separator: ", ")
    }

    static func text(ofAssets count: Int) -> String {
        count == 1 ? "1 photo or video" : "\(count) photos and videos"
    }
}

extension Deletion {
    /// The largest number of assets that never needs a count. A change that removes more than this and more than 1 %
    /// of a library needs a confirmation with its count.
    package static let mostUncountedAssets = 100

    /// - Parameter total: The number of visible assets in the library.
    package static func needsCount(_ removed: Int, ofLibraryWith total: Int) -> Bool {
        removed > mostUncountedAssets && removed > total / 100
    }
}
