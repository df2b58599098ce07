import MediaContainers

/// An EXIF block, changed in place, so that maker notes keep their positions.
struct ExifBlock {
    /// The largest block in a JPEG's segment.
    static let limitInBytes = 65_533 - JPEGSegments.exifMark.count

    var bytes: [UInt8]
    let order: ByteView.Order

    /// Returns `nil` if the bytes don't start with a TIFF header.
    init?(_ bytes: [UInt8]) {
        let mark = bytes.prefix(4)
        guard mark.elementsEqual([0x49, 0x49, 0x2A, 0]) || mark.elementsEqual([0x4D, 0x4D, 0, 0x2A]) else { return nil }
        order = bytes[0] == 0x49 ? .little : .big
        self.bytes = bytes
    }

    /// Returns the block with another orientation and size, and without a thumbnail.
    func carried(_ size: CarriedSize) -> [UInt8] {
        var block = self
        guard let main = block.number(at: 4, width: 4) else { return bytes }
        block.removeThumbnail(after: main)
        block.set(0x0112, to: size.orientation, in: main)
        block.set(0x0100, to: size.width, in: main)
        block.set(0x0101, to: size.height, in: main)
        if let photo = block.value(0x8769, in: main) {
            block.set(0xA002, to: size.width, in: photo)
            block.set(0xA003, to: size.height, in: photo)
            if let interoperability = block.value(0xA005, in: photo) {
                block.set(0x1001, to: size.width, in: interoperability)
                block.set(0x1002, to: size.height, in: interoperability)
            }
        }
        return block.bytes
    }

    /// Removes the directory after the main one and the picture in it.
    mutating func removeThumbnail(after main: Int) {
        guard let first = self.directory(at: main), let directory = first.next, directory > 0 else { return }
        let link = first.end
        if let start = value(0x0201, in: directory), let length = value(0x0202, in: directory),
            start > 8, length > 0, start <= bytes.count, length <= bytes.count - start
        {
            // Other tags never lie within the picture, unless the file is invalid.
            for index in start..<start + length { bytes[index] = 0 }
            if start + length >= bytes.count - 1 { bytes.removeSubrange(start...) }
        }
        for index in link..<link + 4 { bytes[index] = 0 }
    }

    /// Returns the position of a tag's entry in a directory.
    func entry(_ tag: Int, in directory: Int) -> Int? {
        self.directory(at: directory)?.entries.first { $0.tag == tag }?.offset
    }

    func directory(at offset: Int) -> TIFFDirectory? {
        bytes.withUnsafeBytes { TIFFDirectory(ByteView($0), at: offset, order) }
    }

    /// Returns a single short or long number.
    func value(_ tag: Int, in directory: Int) -> Int? {
        guard let place = entry(tag, in: directory), number(at: place + 4, width: 4) == 1 else { return nil }
        switch number(at: place + 2, width: 2) {
        case 3: return number(at: place + 8, width: 2)
        case 4, 13: return number(at: place + 8, width: 4)
        default: return nil
        }
    }

    /// Changes a single short or long number. Has no effect if the tag is missing.
    private mutating func set(_ tag: Int, to value: Int, in directory: Int) {
        guard let place = entry(tag, in: directory), number(at: place + 4, width: 4) == 1,
            let type = number(at: place + 2, width: 2), type == 3 || type == 4, place + 12 <= bytes.count
        else { return }
        let width = type == 3 ? 2 : 4
        guard value >= 0, value < 1 << (8 * width) else { return }
        for index in 0..<width {
            let shift = 8 * (order == .little ? index : width - 1 - index)
            bytes[place + 8 + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    func number(at offset: Int, width: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            return width == 2 ? view.uint16(at: offset, order) : view.uint32(at: offset, order)
        }
    }
}
