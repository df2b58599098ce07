import MediaContainers
import MediaRequests

/// Changes tags of an EXIF block. All other bytes keep their positions, so that maker notes stay valid: changed
/// directories and values are appended.
struct ExifEditor {
    private static let photoPointer = 0x8769
    private static let locationPointer = 0x8825
    private static let makerNote = 0x927C
    private static let version = 0x9000
    private static let pixelWidth = 0xA002
    private static let pixelHeight = 0xA003

    private struct Item {
        var tag: Int
        var kind: Int
        var count: Int
        /// The four bytes of the value or of its offset.
        var field: [UInt8]
        /// The new value, if it's longer than four bytes.
        var value: [UInt8] = []
    }

    private struct Directory {
        var items: [Item] = []
        var link: [UInt8] = [0, 0, 0, 0]
        /// The bytes of the old directory.
        var range = 0..<0
        var isChanged = false
    }

    private var bytes: [UInt8]
    let order: ByteView.Order
    private var main: Directory
    private var photo: Directory
    private var location: Directory
    /// The bytes of values that were removed.
    private var removed: [Range<Int>] = []

    /// - Parameter block: A block from its TIFF header on, or `nil` to start with an empty one. Invalid bytes count as
    ///   an empty block.
    init(_ block: [UInt8]?) {
        let read = block.flatMap { block in
            block.withUnsafeBytes { memory -> (ByteView.Order, Int)? in
                ExifDirectory(mainOf: ByteView(memory)).map { ($0.order, $0.position) }
            }
        }
        guard let block, let (order, position) = read else {
            bytes = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 0]
            order = .big
            (main, photo, location) = (Directory(), Directory(), Directory())
            return
        }
        bytes = block
        self.order = order
        main = Self.directory(block, at: position, order)
        photo = Self.directory(block, at: Self.pointer(Self.photoPointer, in: main, order), order)
        location = Self.directory(block, at: Self.pointer(Self.locationPointer, in: main, order), order)
    }

    private static func directory(_ bytes: [UInt8], at position: Int?, _ order: ByteView.Order) -> Directory {
        guard let position else { return Directory() }
        return bytes.withUnsafeBytes { memory in
            let view = ByteView(memory)
            guard let found = TIFFDirectory(view, at: position, order) else { return Directory() }
            var directory = Directory()
            directory.items = found.entries.map { entry in
                let field = view.part(at: entry.field, count: 4)
                return Item(tag: entry.tag, kind: entry.type, count: entry.count, field: field.map(Array.init) ?? [])
            }
            if let link = view.part(at: found.end, count: 4) { directory.link = Array(link) }
            directory.range = position..<min(bytes.count, found.end + 4)
            return directory
        }
    }

    private static func pointer(_ tag: Int, in directory: Directory, _ order: ByteView.Order) -> Int? {
        directory.items.first { $0.tag == tag && $0.count == 1 }.map { number($0.field, order) }
    }

    private static func number(_ bytes: [UInt8], _ order: ByteView.Order) -> Int {
        (order == .little ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Changes

    /// Applies changes of the dictionaries `{TIFF}`, `{Exif}`, `{GPS}` and `{MakerApple}`.
    mutating func apply(_ changes: [String: ImageProperty]) {
        let present = bytes.withUnsafeBytes { ExifProperties.read(ByteView($0)) }
        main = changed(main, changes["{TIFF}"], .main, present["{TIFF}"])
        if changes["{TIFF}"] == .removal {
            for number in ExifTagTable.main.tags.keys { main = removing(number, from: main) }
        }
        photo = changed(photo, changes["{Exif}"], .photo, present["{Exif}"])
        if changes["{Exif}"] == .removal { photo = removingAll(from: photo) }
        switch changes["{MakerApple}"] {
        case .removal? where present["{MakerApple}"] != nil: photo = removing(Self.makerNote, from: photo)
        case .dictionary(let values)?:
            guard let note = AppleMakerNote(note).changed(values) else { break }
            photo = setting(Self.makerNote, ExifValue(kind: .undefined, bytes: note), in: photo)
        default: break
        }
        if photo.isChanged, !photo.items.isEmpty, !photo.items.contains(where: { $0.tag == Self.version }) {
            photo = setting(Self.version, ExifValue(kind: .undefined, bytes: Array("0232".utf8)), in: photo)
        }
        location = changed(location, changes["{GPS}"], .location, present["{GPS}"])
        if changes["{GPS}"] == .removal { location = removingAll(from: location) }
    }

    /// Sets the size of the file's pixels.
    mutating func set(width: Int, height: Int) {
        for (number, side) in [(Self.pixelWidth, width), (Self.pixelHeight, height)] {
            photo = setting(number, ExifValue(kind: .long, bytes: ExifValue.bytes(side, 4, order)), in: photo)
        }
    }

    /// Sets a number of the main directory, such as the orientation.
    mutating func set(_ key: String, to value: ImageProperty) {
        main = changed(main, .dictionary([key: value]), .main, nil)
    }

    /// Adds or replaces a value of the main directory.
    mutating func set(_ number: Int, to value: ExifValue) {
        main = setting(number, value, in: main)
    }

    /// Removes a value of the main directory.
    mutating func remove(_ number: Int) {
        main = removing(number, from: main)
    }

    /// Returns whether the main directory has a tag.
    func has(_ number: Int) -> Bool { main.items.contains { $0.tag == number } }

    private var note: [UInt8]? {
        guard let item = photo.items.first(where: { $0.tag == Self.makerNote }), let range = range(of: item) else {
            return nil
        }
        return Array(bytes[range])
    }

    private mutating func changed(
        _ directory: Directory, _ changes: ImageProperty?, _ table: ExifTagTable, _ present: ImageProperty?
    ) -> Directory {
        var directory = directory
        for (key, value) in changes?.dictionary ?? [:] {
            guard let tag = table[key], !tag.isFixed, present?[key].map({ $0.isEqual(to: value) }) != true else {
                continue
            }
            if value == .removal {
                directory = removing(tag.number, from: directory)
            } else if let value = ExifValue(value, of: tag, order) {
                directory = setting(tag.number, value, in: directory)
            }
        }
        return directory
    }

    private mutating func setting(_ number: Int, _ value: ExifValue, in directory: Directory) -> Directory {
        var directory = removing(number, from: directory)
        let isShort = value.bytes.count <= 4
        let field = isShort ? value.bytes + Array(repeating: 0, count: 4 - value.bytes.count) : [0, 0, 0, 0]
        directory.items.append(
            Item(
                tag: number, kind: value.kind.rawValue, count: value.count, field: field,
                value: isShort ? [] : value.bytes))
        directory.isChanged = true
        return directory
    }

    private mutating func removing(_ number: Int, from directory: Directory) -> Directory {
        var directory = directory
        for item in directory.items where item.tag == number {
            directory.isChanged = true
            if let range = range(of: item) { removed.append(range) }
        }
        directory.items.removeAll { $0.tag == number }
        return directory
    }

    private mutating func removingAll(from directory: Directory) -> Directory {
        Set(directory.items.map(\.tag)).reduce(directory) { removing($1, from: $0) }
    }

    /// Returns the bytes of a value that isn't in the entry itself.
    private func range(of item: Item) -> Range<Int>? {
        guard item.value.isEmpty, let kind = ExifTag.Kind(rawValue: item.kind), item.count <= bytes.count,
            item.count * kind.size > 4
        else { return nil }
        let start = Self.number(item.field, order)
        return start + item.count * kind.size <= bytes.count ? start..<start + item.count * kind.size : nil
    }

    // MARK: Result

    /// Whether the block has no tags.
    var isEmpty: Bool { main.items.isEmpty && photo.items.isEmpty && location.items.isEmpty }

    /// The block with the changes.
    var block: [UInt8] {
        guard main.isChanged || photo.isChanged || location.isChanged else { return bytes }
        var editor = self
        for number in [Self.photoPointer, Self.locationPointer] {
            let child = number == Self.photoPointer ? photo : location
            guard child.isChanged else { continue }
            editor.main.items.removeAll { $0.tag == number }
            editor.main.isChanged = true
            guard !child.items.isEmpty else { continue }
            let position = editor.append(child)
            editor.main.items.append(
                Item(
                    tag: number, kind: ExifTag.Kind.long.rawValue, count: 1,
                    field: ExifValue.bytes(position, 4, order)))
        }
        let position = editor.append(editor.main)
        editor.bytes.replaceSubrange(4..<8, with: ExifValue.bytes(position, 4, order))
        editor.erase()
        return editor.bytes
    }

    /// Appends a directory with its new values. Returns its position.
    private mutating func append(_ directory: Directory) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        let position = bytes.count
        var end = position + 2 + directory.items.count * 12 + 4
        var values: [UInt8] = []
        bytes += ExifValue.bytes(directory.items.count, 2, order)
        for item in directory.items.sorted(by: { $0.tag < $1.tag }) {
            bytes += ExifValue.bytes(item.tag, 2, order) + ExifValue.bytes(item.kind, 2, order)
            bytes += ExifValue.bytes(item.count, 4, order)
            guard !item.value.isEmpty else {
                bytes += item.field
                continue
            }
            bytes += ExifValue.bytes(end, 4, order)
            let padded = item.value + (item.value.count % 2 == 1 ? [0] : [])
            values += padded
            end += padded.count
        }
        bytes += directory.link + values
        return position
    }

    /// Overwrites removed values and directories, which can contain the place of a photo.
    private mutating func erase() {
        let kept = [main, photo, location].flatMap { $0.items.compactMap { range(of: $0) } }
        let directories = [main, photo, location].filter { $0.isChanged && !$0.range.isEmpty }.map(\.range)
        for range in removed + directories where range.lowerBound >= 8 {
            // Some programs store equal values once.
            guard !kept.contains(where: { $0.overlaps(range) }) else { continue }
            for index in range { bytes[index] = 0 }
        }
    }
}

extension ImageProperty {
    /// Whether both have the same value. Numbers of different types can be equal.
    func isEqual(to other: ImageProperty) -> Bool {
        switch (self, other) {
        case (.list(let values), _), (_, .list(let values)):
            let others = values == elements ? other.elements : elements
            return values.count == others.count && zip(values, others).allSatisfy { $0.isEqual(to: $1) }
        case (.integer, _), (.real, _), (.boolean, _):
            if case .text = other { return false }
            return number != nil && number == other.number
        case (.dictionary(let values), .dictionary(let others)):
            return values.count == others.count
                && values.allSatisfy { key, value in others[key]?.isEqual(to: value) ?? false }
        default: return self == other
        }
    }
}
