import MediaContainers
import MediaRequests

extension ExifBlock {
    private static let photoDirectoryTag = 0x8769
    private static let makerNoteTag = 0x927C
    private static let entryLimit = 10_000

    /// A block without tags.
    static let empty = ExifBlock([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0])

    /// The content identifier in Apple's maker note, whatever the camera's maker is.
    static func contentIdentifier(in block: UnsafeRawBufferPointer) -> String? {
        ExifBlock(Array(block))?.makerNote.flatMap { AppleMakerNote(Array($0)).contentIdentifier }
    }

    /// The tags of Apple's maker note, by their numbers. Empty if there is none.
    static func appleMakerNote(in block: UnsafeRawBufferPointer) -> [String: ImageProperty] {
        ExifBlock(Array(block))?.makerNote.map { AppleMakerNote(Array($0)).properties } ?? [:]
    }

    /// The maker note, or `nil` if there is none.
    private var makerNote: ArraySlice<UInt8>? {
        guard let main = number(at: 4, width: 4), let photo = value(Self.photoDirectoryTag, in: main),
            let place = entry(Self.makerNoteTag, in: photo), let count = number(at: place + 4, width: 4), count > 4,
            let start = number(at: place + 8, width: 4), start <= bytes.count, count <= bytes.count - start
        else { return nil }
        return bytes[start..<start + count]
    }

    /// Returns the block with a content identifier in Apple's maker note. Keeps all tags at their positions, except a
    /// maker note of another maker, because there can be only one.
    ///
    /// - Returns: `nil` if the directories are damaged.
    func with(contentIdentifier: String) -> ExifBlock? {
        var block = self
        guard let main = number(at: 4, width: 4) else { return nil }
        let note = AppleMakerNote(makerNote.map(Array.init)).with(contentIdentifier: contentIdentifier)
        let start = block.append(note)
        let entry = block.entry(Self.makerNoteTag, type: 7, count: note.count, value: start)
        guard let photo = value(Self.photoDirectoryTag, in: main) else {
            // A directory with one entry, and none after it.
            let photo = block.append(block.number(1, width: 2) + entry + [0, 0, 0, 0])
            return block.addingMain(entry: block.entry(Self.photoDirectoryTag, type: 4, count: 1, value: photo), main)
        }
        if let place = block.entry(Self.makerNoteTag, in: photo) {
            guard place + 12 <= block.bytes.count else { return nil }
            block.bytes.replaceSubrange(place..<place + 12, with: entry)
            return block
        }
        guard let copy = block.appendDirectory(photo, adding: entry),
            let place = block.entry(Self.photoDirectoryTag, in: main)
        else { return nil }
        let link = block.entry(Self.photoDirectoryTag, type: 4, count: 1, value: copy)
        block.bytes.replaceSubrange(place..<place + 12, with: link)
        return block
    }

    /// Returns the block with another entry in its main directory, which moves to the end.
    private func addingMain(entry: [UInt8], _ main: Int) -> ExifBlock? {
        var block = self
        guard let copy = block.appendDirectory(main, adding: entry) else { return nil }
        block.bytes.replaceSubrange(4..<8, with: number(copy, width: 4))
        return block
    }

    /// Appends a copy of a directory with another entry. Returns the position of the copy, or `nil` if the directory
    /// is damaged.
    private mutating func appendDirectory(_ directory: Int, adding entry: [UInt8]) -> Int? {
        guard let old = self.directory(at: directory), old.isWhole, old.entries.count < Self.entryLimit,
            let tag = ByteOrderedNumber.read(entry, at: 0, width: 2, order)
        else { return nil }
        let entries = old.entries.map { Array(bytes[$0.offset..<$0.offset + 12]) }
        let index = old.entries.firstIndex { $0.tag > tag } ?? entries.count
        let link = old.next ?? 0
        let all = entries[..<index] + [entry] + entries[index...]
        return append(number(entries.count + 1, width: 2) + all.joined() + number(link, width: 4))
    }

    /// Appends bytes at an even position, and returns it.
    private mutating func append(_ content: [UInt8]) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        defer { bytes += content }
        return bytes.count
    }

    private func entry(_ tag: Int, type: Int, count: Int, value: Int) -> [UInt8] {
        number(tag, width: 2) + number(type, width: 2) + number(count, width: 4) + number(value, width: 4)
    }

    private func number(_ value: Int, width: Int) -> [UInt8] {
        ByteOrderedNumber.bytes(value, width: width, order)
    }
}
