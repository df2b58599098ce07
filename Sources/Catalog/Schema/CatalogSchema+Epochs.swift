extension CatalogSchema {
    /// The epochs of the library: a new one begins when another machine goes on with a copy from a place.
    ///
    /// `firstChange` is the number of the first change of the epoch. Machines of former epochs may have given the same
    /// number to changes that the copy doesn't have. A library that was never restored has no row.
    static let epochs = """
        CREATE TABLE epoch (
            epoch INTEGER PRIMARY KEY CHECK (epoch BETWEEN 1 AND 65535),
            firstChange INTEGER NOT NULL
        ) STRICT;
        """
}
