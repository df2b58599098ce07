internal import Records

/// A photo or video in one folder of an export.
struct TakeoutCopy {
    /// An index in the index's folders.
    var folder: Int
    var original: TakeoutEntry
    var document: TakeoutEntry?
    var brief: TakeoutBrief?
    var edit: TakeoutEntry?
    var video: TakeoutEntry?
    var editedVideo: TakeoutEntry?
    /// Whether the file is derived from another one, whose document it shares.
    var isDerived: Bool
    /// Whether the file is a video that can belong to several photos.
    var isAmbiguous: Bool

    /// The name of the upload, as far as it's known.
    var title: String {
        let name = TakeoutName(original.name).base
        return isDerived ? name : brief?.title ?? name
    }

    /// The texts by which copies of the same photo find each other. Equal sizes are needed, too.
    var links: Set<String> {
        var links: Set = ["name " + TakeoutName(original.name).base.lowercased()]
        links.insert("name " + TakeoutTitle.cleaned(title).lowercased())
        if let timestamp = brief?.timestamp { links.insert("time \(timestamp)") }
        return links
    }

    /// The identity of the photo in all exports and all their forms: its title, its date and its size.
    var identity: String {
        "\(TakeoutTitle.cleaned(title))\n\(brief?.timestamp.map { String($0) } ?? "")\n\(original.size)"
    }
}
