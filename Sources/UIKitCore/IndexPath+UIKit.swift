/// An index path with two indexes: the section, and the item or row in it.
///
/// As on Apple's systems, the properties trap if the index path has fewer indexes.
extension IndexPath {
    /// Creates the index path of an item in a section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// Creates the index path of a row in a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The first index.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The second index.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The second index.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
