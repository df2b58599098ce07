extension CatalogSchema {
    /// The speed, course, time and accuracies of a location that a client set, which no query uses.
    static let movement = "ALTER TABLE asset ADD COLUMN movement TEXT;"
}
