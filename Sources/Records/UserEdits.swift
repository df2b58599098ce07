/// The values of an asset that the user decided. A file that joins the asset later doesn't replace them.
package struct UserEdits: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let date = UserEdits(rawValue: 1 << 0)
    package static let location = UserEdits(rawValue: 1 << 1)
    package static let rating = UserEdits(rawValue: 1 << 2)
    package static let caption = UserEdits(rawValue: 1 << 3)
    package static let keywords = UserEdits(rawValue: 1 << 4)
    /// The user chose the frame as the key photo of its burst.
    package static let keyPhoto = UserEdits(rawValue: 1 << 5)
}
