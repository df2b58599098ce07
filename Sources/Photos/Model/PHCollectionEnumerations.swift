/// The operations on an album or folder.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Deleting members from the library.
    case deleteContent = 1
    /// Removing members without deleting them.
    case removeContent = 2
    /// Adding existing assets or collections.
    case addContent = 3
    /// Creating new assets or collections in it.
    case createContent = 4
    /// Changing the order of the members.
    case rearrangeContent = 5
    /// Deleting the collection.
    case delete = 6
    /// Changing the title.
    case rename = 7
}

/// The kinds of lists of collections.
public enum PHCollectionListType: Int, Sendable {
    /// A list of moments of some days or of a year.
    case momentList = 1
    /// A folder that the user manages.
    case folder = 2
    /// A folder with a rule. Albumen has none.
    case smartFolder = 3
}

/// The subtypes of lists of collections.
public enum PHCollectionListSubtype: Int, Sendable {
    /// A cluster of close moments.
    case momentListCluster = 1
    /// The moments of a year.
    case momentListYear = 2
    /// A folder that the user created.
    case regularFolder = 100
    /// The folder of the top level. There is one in each library. Only a fetch of this subtype or of its identifier
    /// returns it. `PHCollection.fetchCollections(in:options:)` returns the same as
    /// `PHCollection.fetchTopLevelUserCollections(with:)`.
    case rootFolder = 101
    /// Events synchronized from a Mac. Albumen has none.
    case smartFolderEvents = 200
    /// Faces synchronized from a Mac. Albumen has none.
    case smartFolderFaces = 201
    /// All subtypes. Only for fetches.
    case any = 9_223_372_036_854_775_807
}
