/// An index path of two indexes: the section first, then the item or row in it.
///
/// As on Apple's systems, an index path that has fewer indexes traps when one of them is asked for.
extension IndexPath {
    /// The index path of an item in a section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The index path of a row in a section.
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
