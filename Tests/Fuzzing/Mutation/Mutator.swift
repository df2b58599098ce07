/// Makes damaged files from valid ones.
struct Mutator {
    private static let sizeLimit = 1 << 20
    private static let numbers: [Int] = [
        0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 257, 1023, 4096, 0x7FFF, 0x8000, 0xFFFE,
        0xFFFF,
        0x1_0000, 0x10_0000, 0x0FFF_FFFF, 0x3FFF_FFFF, 0x4000_0000, 0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001,
        0xFFFF_FFF0, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ]

    let loader: Loader
    let seeds: [[UInt8]]
    private var random: MutationRandom
    private var bytes: [UInt8] = []

    init(_ corpus: Corpus, seed: UInt64, index: Int) {
        loader = corpus.loader
        seeds = corpus.seeds.map(\.bytes)
        random = MutationRandom(seed: seed, loader: corpus.loader.name, index: index)
    }

    /// - Returns: The mutant and the index of its seed file.
    mutating func mutant() -> (bytes: [UInt8], seed: Int) {
        let seed = random.below(seeds.count)
        bytes = seeds[seed]
        repeat { mutate() } while random.chance(5, in: 8)
        if bytes.count > Self.sizeLimit { bytes.removeLast(bytes.count - Self.sizeLimit) }
        return (bytes, seed)
    }

    private mutating func mutate() {
        guard bytes.count > 4 else { return }
        switch random.below(10) {
        case 0..<3 where loader.container != .plain: changePiece()
        case 3..<5 where changeDirectory(): break
        default: changeBytes()
        }
    }

    // MARK: Bytes

    /// Most attacks are at the start of a file.
    private mutating func position() -> Int {
        let end = loader.isMetadata ? endOfMetadata : bytes.count
        return random.below(random.chance(1, in: 2) ? min(end, 768) : end)
    }

    private var endOfMetadata: Int {
        let scan = FilePiece.pieces(of: bytes, .jpeg).last { $0.content.lowerBound < $0.range.upperBound }
        return max(4, min(bytes.count, scan?.range.lowerBound ?? bytes.count))
    }

    private mutating func changeBytes() {
        let at = position()
        let length = min(bytes.count - at, 1 + random.below(random.chance(1, in: 4) ? 1024 : 12))
        switch random.below(12) {
        case 0, 1: bytes[at] ^= 1 << UInt8(random.below(8))
        case 2: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 3: bytes[at] = random.pick([0, 1, 0x7F, 0x80, 0xFE, 0xFF])
        case 4, 5: setNumber(at)
        case 6: addToNumber(at)
        case 7: bytes.removeSubrange(at..<at + length)
        case 8: bytes.insert(contentsOf: bytes[at..<at + length], at: position())
        case 9:
            let filling = random.chance(1, in: 2) ? 0 : UInt8(truncatingIfNeeded: random.next())
            bytes.insert(contentsOf: [UInt8](repeating: filling, count: length), at: at)
        case 10 where random.chance(1, in: 3): bytes.removeLast(bytes.count - max(4, random.below(bytes.count)))
        case 11 where random.chance(1, in: 3): splice()
        default:
            for index in at..<at + length { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
        }
    }

    private mutating func setNumber(_ at: Int) {
        let width = random.pick([2, 4, 4])
        guard at + width <= bytes.count else { return }
        let number = random.chance(1, in: 5) ? bytes.count - random.below(16) : random.pick(Self.numbers)
        bytes.set(number, LengthField(position: at, width: width, isLittleEndian: random.chance(1, in: 2)))
    }

    private mutating func addToNumber(_ at: Int) {
        let field = LengthField(position: at, width: random.pick([1, 2, 4]), isLittleEndian: random.chance(1, in: 2))
        guard at + field.width <= bytes.count else { return }
        bytes.set(bytes.number(field) + random.below(33) - 16, field)
    }

    /// Joins the start of this file and the end of another one.
    private mutating func splice() {
        let other = random.pick(seeds)
        bytes = bytes.prefix(random.below(bytes.count)) + other.suffix(random.below(other.count))
        if bytes.count < 4 { bytes = other }
    }

    // MARK: Pieces

    private mutating func changePiece() {
        var pieces = FilePiece.pieces(of: bytes, loader.container)
        if loader.isMetadata { pieces.removeAll { bytes[$0.range.lowerBound + 1] == 0xDA } }
        guard !pieces.isEmpty else { return changeBytes() }
        let piece = random.pick(pieces)
        switch random.below(9) {
        case 0:
            replace(piece.range.upperBound..<piece.range.upperBound, by: Array(bytes[piece.range]), in: piece.parents)
        case 1: replace(piece.range, by: [], in: piece.parents)
        case 2:
            // Moves the piece to a wrong place.
            let target = random.pick(pieces)
            let start = target.range.lowerBound
            replace(start..<start, by: Array(bytes[piece.range]), in: target.parents)
        case 3:
            let other = random.pick(seeds)
            let pieces = FilePiece.pieces(of: other, loader.container)
            guard !pieces.isEmpty else { return }
            replace(piece.range, by: Array(other[random.pick(pieces).range]), in: piece.parents)
        case 4:
            guard let length = piece.length else { return }
            let isNear = random.chance(1, in: 3)
            bytes.set(isNear ? bytes.number(length) + random.below(9) - 4 : random.pick(Self.numbers), length)
        case 5:
            resize(piece)
        default:
            guard !piece.content.isEmpty else { return }
            for _ in 0...random.below(3) { changeContent(of: piece) }
            fixChecksum(of: piece)
        }
    }

    private mutating func changeContent(of piece: FilePiece) {
        let within = random.chance(2, in: 3) ? min(64, piece.content.count) : piece.content.count
        let at = piece.content.lowerBound + random.below(within)
        switch random.below(3) {
        case 0: bytes[at] ^= 1 << UInt8(random.below(8))
        case 1: addToNumber(at)
        default: setNumber(at)
        }
    }

    /// Makes the content longer or shorter, and updates all lengths and checksums.
    private mutating func resize(_ piece: FilePiece) {
        let at = piece.content.lowerBound + random.below(piece.content.count + 1)
        let removed = random.chance(1, in: 2) ? random.below(piece.content.upperBound - at + 1) : 0
        let added = removed > 0 ? 0 : 1 + random.below(random.chance(1, in: 6) ? 4096 : 16)
        var piece = piece
        replace(
            at..<at + removed, by: [UInt8](repeating: UInt8(random.below(2)) &* 0xFF, count: added),
            in: piece.parents + [piece.length].compactMap { $0 })
        let end = piece.content.upperBound + added - removed
        piece.content = piece.content.lowerBound..<end
        if piece.checksum != nil { piece.checksum = end }
        fixChecksum(of: piece)
    }

    private mutating func replace(_ range: Range<Int>, by replacement: [UInt8], in lengths: [LengthField]) {
        // One in eight keeps the old lengths, so that they are wrong.
        if random.chance(7, in: 8) {
            for length in lengths { bytes.set(bytes.number(length) + replacement.count - range.count, length) }
        }
        bytes.replaceSubrange(range, with: replacement)
    }

    private mutating func fixChecksum(of piece: FilePiece) {
        guard let checksum = piece.checksum, checksum + 4 <= bytes.count, random.chance(15, in: 16) else { return }
        let covered = bytes[piece.content.lowerBound - 4..<piece.content.upperBound]
        bytes.set(Int(PNGChecksum.of(covered)), LengthField(position: checksum, width: 4))
    }

    // MARK: Directories

    /// Changes an entry of a TIFF directory, which EXIF uses, too. Returns `false` if there is none.
    private mutating func changeDirectory() -> Bool {
        let entries = TIFFEntry.entries(of: bytes)
        guard !entries.isEmpty else { return false }
        let entry = random.pick(entries)
        switch random.below(7) {
        case 0: bytes.set(random.below(14), entry.type)
        case 1: bytes.set(random.pick(Self.numbers), entry.count)
        case 2: bytes.set(random.pick(Self.numbers), entry.value)
        case 3: bytes.set(random.below(bytes.count), entry.value)
        case 4: bytes.set(random.pick(TIFFEntry.knownTags), entry.tag)
        case 5: bytes.set(bytes.number(entry.value) + random.below(17) - 8, entry.value)
        default:
            let other = random.pick(entries)
            let copy = Array(bytes[entry.tag.position..<entry.tag.position + 12])
            bytes.replaceSubrange(other.tag.position..<other.tag.position + 12, with: copy)
        }
        return true
    }
}
