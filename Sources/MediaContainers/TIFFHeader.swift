/// The header of a TIFF file or an Exif block.
package struct TIFFHeader: Hashable, Sendable {
    private static let classicVersion = 42
    private static let bigVersion = 43

    package let order: ByteView.Order
    /// 42 for TIFF and 43 for BigTIFF. Camera formats with the structure of TIFF have other numbers.
    package let version: Int
    /// The offset of the first directory.
    package let first: Int

    /// Whether the file is a TIFF or an Exif block.
    package var isClassic: Bool { version == Self.classicVersion }
    /// Whether the file is a BigTIFF, with offsets of eight bytes.
    package var isBig: Bool { version == Self.bigVersion }

    /// Returns `nil` if there is no byte order or no offset.
    package init?(_ source: some ByteSource) {
        let header = source.withBytes(at: 0, 16, endingBefore: 16) { view -> (ByteView.Order, Int, Int)? in
            guard let mark = view.uint16(at: 0), mark == 0x4949 || mark == 0x4D4D else { return nil }
            let order: ByteView.Order = mark == 0x4949 ? .little : .big
            guard let version = view.uint16(at: 2, order),
                let first = version == Self.bigVersion ? view.uint64(at: 8, order) : view.uint32(at: 4, order)
            else { return nil }
            return (order, version, first)
        }
        guard let (order, version, first) = header else { return nil }
        self.order = order
        self.version = version
        self.first = first
    }
}
