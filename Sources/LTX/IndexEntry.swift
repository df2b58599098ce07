/// The place of one page in an LTX file, as the file's index lists it.
struct IndexEntry: Hashable {
    var number: UInt32
    /// The offset of the page's head in the file, in bytes.
    var offset: UInt64
    /// The size of the page's head and packed bytes.
    var size: UInt32

    /// Appends the entry's bytes: three numbers of variable length.
    func encode(to bytes: inout [UInt8]) {
        for number in [UInt64(number), offset, UInt64(size)] {
            var rest = number
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }
    }
}
