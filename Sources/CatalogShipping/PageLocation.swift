/// A page of a change: its number, its place, and the checksum of its contents.
struct PageLocation: Sendable, Hashable {
    private static let file = UInt32.max

    let number: UInt32
    private let storedFrame: UInt32
    var checksum: UInt64

    /// - Parameter frame: The index of the page's frame in the WAL, or `nil` if the page is in the database's file.
    init(number: UInt32, frame: UInt32?, checksum: UInt64) {
        self.number = number
        storedFrame = frame ?? Self.file
        self.checksum = checksum
    }

    /// The index of the page's frame in the WAL, or `nil` if the page is in the database's file.
    var frame: UInt32? { storedFrame == Self.file ? nil : storedFrame }
}
