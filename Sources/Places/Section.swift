/// A part of the file of places, with checked access to little-endian numbers.
///
/// The bytes are part of a ``GazetteerFile``, whose owner keeps it.
struct Section: @unchecked Sendable {
    private let base: UnsafeRawPointer
    let count: Int

    init(base: UnsafeRawPointer, count: Int) {
        self.base = base
        self.count = count
    }

    @inline(__always)
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Int {
        precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= count, "outside of a section")
        return Int(Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: type)))
    }

    @inline(__always)
    func uint8(_ offset: Int) -> Int { load(offset, as: UInt8.self) }

    @inline(__always)
    func uint16(_ offset: Int) -> Int { load(offset, as: UInt16.self) }

    @inline(__always)
    func uint24(_ offset: Int) -> Int { load(offset, as: UInt16.self) | load(offset + 2, as: UInt8.self) << 16 }

    @inline(__always)
    func uint32(_ offset: Int) -> Int { load(offset, as: UInt32.self) }

    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of a section")
        return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes(range), as: UTF8.self)
    }
}
