import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Damaged and enriched files: a removal fails, or no byte of the place remains.
@Suite struct RemovalPropertyTests {
    private enum Format: String, CaseIterable {
        case jpeg, png

        var sample: Data { self == .jpeg ? RemovalSample.jpeg : RemovalSample.png }

        /// The offset behind the first segment or chunk that no change may touch, and the one before the pixels.
        var structure: Range<Int> {
            let start = self == .jpeg ? 2 : 33
            let pixels = self == .jpeg ? Data([0xFF, 0xDA]) : Data("IDAT".utf8)
            return start..<(sample.range(of: pixels)?.lowerBound ?? sample.count)
        }

        /// The offsets at which a segment or chunk begins.
        var boundaries: [Int] {
            let bytes = [UInt8](sample)
            var offsets: [Int] = []
            var position = structure.lowerBound
            while position < structure.upperBound - (self == .png ? 4 : 0) {
                offsets.append(position)
                let number = { (offset: Int, count: Int) in
                    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
                }
                position += self == .jpeg ? 2 + number(position + 2, 2) : 12 + number(position, 4)
            }
            return offsets
        }
    }

    /// Names and types of known values. If they change, a place becomes the text of another known value.
    private static let names = [
        Data("photoshop".utf8), Data("City".utf8), Data("dc:coverage".utf8), Data([0x1C, 2, 90]), Data("Comment".utf8),
        Data("Place".utf8),
    ]

    private static func isName(_ position: Int, in file: Data) -> Bool {
        names.contains { name in
            var from = file.startIndex
            while let found = file.range(of: name, in: from..<file.endIndex) {
                if found.contains(position) { return true }
                from = found.upperBound
            }
            return false
        }
    }

    private func mutant(of format: Format, _ random: inout SeededGenerator) -> Data {
        var file = format.sample
        let structure = format.structure
        for round in 0..<Int.random(in: 1...2, using: &random) {
            let boundary = min(format.boundaries.randomElement(using: &random) ?? structure.lowerBound, file.count)
            // Boundaries are those of the sample, so only the first change inserts bytes.
            switch Int.random(in: round == 0 ? 0..<7 : 3..<7, using: &random) {
            case 0:
                let stray = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                file.insert(contentsOf: Data(stray) + RemovalSample.place, at: boundary)
            case 1:
                let content = [UInt8](RemovalSample.place)
                let marker = UInt8.random(in: 0xC0...0xFE, using: &random)
                let unknown =
                    format == .jpeg
                    ? Data([0xFF, marker] + SampleMedia.bigEndian16(content.count + 2) + content)
                    : RemovalSample.chunk(
                        ["abCd", "zTXt", "iTXt", "tEXt", "iCCX"].randomElement(using: &random)!, RemovalSample.placeText
                    )
                file.insert(contentsOf: unknown, at: boundary)
            case 2:
                file = file.prefix(
                    Int.random(in: structure.lowerBound..<max(structure.lowerBound + 1, file.count), using: &random))
            case 3:
                let length =
                    boundary
                    + (format == .jpeg ? Int.random(in: 2...3, using: &random) : Int.random(in: 0...3, using: &random))
                if length < file.count, !Self.isName(length, in: file) {
                    file[length] = UInt8.random(in: 0...255, using: &random)
                }
            default:
                let position = Int.random(in: structure, using: &random)
                if position < file.count, !Self.isName(position, in: file) {
                    file[position] = UInt8.random(in: 0...255, using: &random)
                }
            }
            file = Data(file)
        }
        return file
    }

    @Test func `no mutant keeps a byte string of the place`() throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var (cleaned, refused) = (0, 0)
        for index in 0..<TestLength.cases(3_000) {
            let format = Format.allCases[index % 2]
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
            let file = mutant(of: format, &random)
            do {
                let copy = try RemovalSample.cleaned(file, .location)
                #expect(copy.range(of: RemovalSample.place) == nil, "\(format.rawValue), seed \(seed), case \(index)")
                cleaned += 1
            } catch let error as MediaError {
                #expect([.unreadable, .unsupported].contains(error.code), "seed \(seed), case \(index): \(error)")
                refused += 1
            }
        }
        #expect(cleaned > 100)
        #expect(refused > 10)
    }
}
