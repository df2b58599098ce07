/// The ten bytes before each packed page: its number, flags, and the size of its packed bytes.
enum PageHead {
    static let size = 10
    /// The part that six zero bytes replace after the last page: number and flags.
    static let markSize = 6
    /// The packed bytes have a size before them.
    static let flags: UInt16 = 1

    /// Writes a head at the start of a buffer that has at least ten bytes.
    static func write(number: UInt32, packedSize: UInt32, to buffer: UnsafeMutableRawBufferPointer) {
        buffer.storeBytes(of: number.bigEndian, as: UInt32.self)
        buffer.storeBytes(of: flags.bigEndian, toByteOffset: 4, as: UInt16.self)
        buffer.storeBytes(of: packedSize.bigEndian, toByteOffset: 6, as: UInt32.self)
    }
}
