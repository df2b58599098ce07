/// What may be done to an album or a folder.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Delete members from the library.
    case deleteContent = 1
    /// Take members out, without deleting them.
    case removeContent = 2
    /// Put in what is in the library.
    case addContent = 3
    /// Make new assets or collections in it.
    case createContent = 4
    /// Change the members' order.
    case rearrangeContent = 5
    /// Delete the collection itself.
    case delete = 6
    /// Give it another title.
    case rename = 7
}

/// What makes a list of collections.
public enum PHCollectionListType: Int, Sendable {
    /// Time: moments of some days or of a year.
    case momentList = 1
    /// The user.
    case folder = 2
    /// A rule. Albumen has none.
    case smartFolder = 3
}

/// The kinds of lists of collections.
public enum PHCollectionListSubtype: Int, Sendable {
    /// Moments that are close to each other.
    case momentListCluster = 1
    /// Moments of a year.
    case momentListYear = 2
    /// A folder that the user made.
    case regularFolder = 100
    /// The top level. No fetch gives it as a list: `PHCollection.fetchTopLevelUserCollections(with:)` gives what is in
    /// it.
    case rootFolder = 101
    /// Events synchronised from a Mac. Albumen has none.
    case smartFolderEvents = 200
    /// Faces synchronised from a Mac. Albumen has none.
    case smartFolderFaces = 201
    /// Every kind. Only for fetches.
    case any = 9_223_372_036_854_775_807
}
