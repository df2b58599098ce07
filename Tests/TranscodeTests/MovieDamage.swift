import AlbumenTestSupport
import Foundation

/// A movie with damage at places on which copies of its packets depend.
struct MovieDamage: CustomStringConvertible {
    private static let numbers: [UInt32] = [
        0, 1, 2, 255, 0xFFFF, 0x0100_0000, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ]
    /// The boxes of an ISO movie's tables and units of time.
    private static let boxes = [
        "mvhd", "tkhd", "elst", "mdhd", "stsd", "avcC", "hvcC", "stts", "ctts", "stss", "stsc", "stsz", "stco",
    ]

    private(set) var bytes: [UInt8]
    private(set) var description = ""
    private let samples: [Int]

    /// - Parameter samples: The places of the coded pictures.
    init(_ bytes: [UInt8], samples: [Int]) {
        (self.bytes, self.samples) = (bytes, samples)
    }

    mutating func add(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: damageSample(&random)
        case 1: setTimescale(&random)
        case 2: repeatSets(&random)
        default: damageBox(&random)
        }
    }

    /// The length of a unit that exceeds the sample, is 0, or is a little wrong. Or another type of the unit.
    private mutating func damageSample(_ random: inout SeededGenerator) {
        guard let place = samples.randomElement(using: &random), place + 5 < bytes.count else { return }
        if Bool.random(using: &random) {
            let number = Self.numbers.randomElement(using: &random) ?? 0
            set(Bool.random(using: &random) ? number : UInt32(bytes[place + 3]) ^ 4, at: place)
        } else {
            bytes[place + 4] = UInt8.random(in: 0...255, using: &random)
        }
        description += "sample at \(place); "
    }

    private mutating func setTimescale(_ random: inout SeededGenerator) {
        guard let content = content(of: Bool.random(using: &random) ? "mdhd" : "mvhd") else { return }
        set(Self.numbers.randomElement(using: &random) ?? 0, at: content.lowerBound + 12)
        description += "timescale at \(content.lowerBound + 12); "
    }

    /// Repeats the parameter sets of the description, also more often than it may have them.
    private mutating func repeatSets(_ random: inout SeededGenerator) {
        let count = [2, 31, 32, 40].randomElement(using: &random) ?? 2
        guard let content = content(of: "avcC"), content.count > 8 else { return damageBox(&random) }
        let length = Int(bytes[content.lowerBound + 6]) << 8 | Int(bytes[content.lowerBound + 7])
        let end = content.lowerBound + 8 + length
        guard length > 0, end <= content.upperBound else { return }
        let set = Array(bytes[content.lowerBound + 6..<end])
        let added = [[UInt8]](repeating: set, count: count - 1).flatMap { $0 }
        bytes[content.lowerBound + 5] = 0xE0 | UInt8(count & 31)
        bytes.insert(contentsOf: added, at: end)
        for box in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1", "avcC"] {
            guard let place = place(of: box) else { continue }
            self.set(number(at: place - 4) &+ UInt32(added.count), at: place - 4)
        }
        description += "\(count) sets; "
    }

    private mutating func damageBox(_ random: inout SeededGenerator) {
        let box = Self.boxes.randomElement(using: &random) ?? "stsd"
        guard let content = content(of: box), content.count > 8 else { return }
        let place = Int.random(in: content.lowerBound..<content.upperBound - 4, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default:
            // Entries of tables start at multiples of four bytes.
            let aligned = content.lowerBound + (place - content.lowerBound) / 4 * 4
            set(Self.numbers.randomElement(using: &random) ?? 0, at: aligned)
        }
        description += "\(box) at \(place); "
    }

    /// The place of a box's type in the movie's index, which is behind the pictures.
    private func place(of box: String) -> Int? {
        guard let index = Data(bytes).range(of: Data("moov".utf8), options: .backwards) else { return nil }
        if box == "moov" { return index.lowerBound }
        return Data(bytes).range(of: Data(box.utf8), in: index.upperBound..<bytes.count)?.lowerBound
    }

    private func content(of box: String) -> Range<Int>? {
        guard let place = place(of: box) else { return nil }
        let end = min(bytes.count, place - 4 + Int(number(at: place - 4)))
        return place + 4 <= end ? place + 4..<end : nil
    }

    private func number(at place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func set(_ number: UInt32, at place: Int) {
        guard place + 4 <= bytes.count else { return }
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index)) }
    }
}
