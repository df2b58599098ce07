/// Numbers of a file in one of the two byte orders.
package enum ByteOrderedNumber {
    /// Returns a number of two or four bytes, or `nil` if it passes the end.
    package static func read(_ bytes: [UInt8], at offset: Int, width: Int, _ order: ByteView.Order) -> Int? {
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            return width == 2 ? view.uint16(at: offset, order) : view.uint32(at: offset, order)
        }
    }

    /// Replaces bytes. Has no effect past the end.
    package static func write(
        _ value: Int, into bytes: inout [UInt8], at offset: Int, width: Int, _ order: ByteView.Order
    ) {
        guard offset >= 0, offset <= bytes.count - width else { return }
        bytes.replaceSubrange(offset..<offset + width, with: Self.bytes(value, width: width, order))
    }

    package static func bytes(_ value: Int, width: Int, _ order: ByteView.Order) -> [UInt8] {
        (0..<width).map { index in
            UInt8(truncatingIfNeeded: value >> (8 * (order == .little ? index : width - 1 - index)))
        }
    }
}
