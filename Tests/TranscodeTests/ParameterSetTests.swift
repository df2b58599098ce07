import AlbumenTestSupport
import Foundation
import Testing

@testable import Video

/// The code that reads descriptions, parameter sets and slices of copied movies, with damaged bytes.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct ParameterSetTests {
    /// A clip's description for decoders.
    private static func description(_ codec: SplicedCodec, in folder: TemporaryFolder) throws -> [UInt8] {
        let options =
            codec == .h264
            ? SampleClip.h264 : ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-pix_fmt", "yuv420p"]
        let file = try SampleClip.make("\(codec).mov", in: folder, SampleClip.pattern("64x48", seconds: 0.2) + options)
        let bytes = Array(try Data(contentsOf: file))
        let box = Data((codec == .h264 ? "avcC" : "hvcC").utf8)
        let place = try #require(Data(bytes).range(of: box))
        let size = bytes[place.lowerBound - 4..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[place.upperBound..<place.lowerBound - 4 + size])
    }

    /// Changes, removes and repeats bytes.
    private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &random) {
            guard let place = bytes.indices.randomElement(using: &random) else { break }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: bytes[place] = [0, 1, 3, 0x1F, 0x20, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
            case 3: bytes.removeLast(bytes.count - place)
            case 4:
                let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                let zeros = [UInt8](repeating: 0, count: Int.random(in: 1...9, using: &random))
                bytes.insert(contentsOf: zeros, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: [SplicedCodec.h264, .hevc])
    func `a damaged description is rejected, or stays the same when it's written`(_ codec: SplicedCodec) throws {
        let folder = try TemporaryFolder()
        let whole = try Self.description(codec, in: folder)
        let record = try #require(DecoderRecord(whole, codec))
        #expect(record.bytes == whole && record.isComplete)
        let sets = record.sets.flatMap(\.units)
        let seed = UInt64.random(in: 0..<1_000_000)
        var (read, rejected) = (0, 0)
        for index in 0..<TestLength.cases(4000) {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
            let bytes = Self.damaged(whole, &random)
            guard var record = DecoderRecord(bytes, codec) else {
                rejected += 1
                continue
            }
            read += 1
            let facts: Comment = "seed \(seed), case \(index)"
            let written = record.bytes
            #expect(DecoderRecord(written, codec)?.bytes == written, facts)
            #expect(written.count == bytes.count, facts)
            var identifiers = UsedIdentifiers(codec)
            for unit in record.sets.flatMap(\.units) where codec.isParameterSet(codec.type(unit[0])) {
                _ = identifiers.insert(unit)
            }
            if let unused = identifiers.unused {
                #expect((0...31).contains(unused.sequence) && (1...31).contains(unused.picture), facts)
            }
            _ = record.add(sets)
        }
        #expect(read > 100 && rejected > 100, "seed \(seed): \(read) read, \(rejected) rejected")
    }

    @Test(arguments: [SplicedCodec.h264, .hevc])
    func `a description can't get more than 31 sets of a kind`(_ codec: SplicedCodec) throws {
        let folder = try TemporaryFolder()
        var record = try #require(DecoderRecord(Self.description(codec, in: folder), codec))
        let sets = record.sets.filter { [7, 8, 32, 33, 34].contains($0.type & 0x3F) }.flatMap(\.units)
        for count in 2...31 {
            let isAdded = record.add(sets)
            #expect(isAdded, "\(count) sets")
        }
        let isAdded = record.add(sets)
        #expect(!isAdded)
        // A file can have more of HEVC's sets.
        if codec == .hevc {
            let large = try #require(DecoderRecord(record.bytes, codec))
            #expect(large.sets.allSatisfy { $0.units.count <= 32 })
            #expect(large.bytes == record.bytes)
        }
    }

    @Test func `numbers of damaged sets and slices are within their limits or missing`() throws {
        let folder = try TemporaryFolder()
        let units = try #require(DecoderRecord(Self.description(.hevc, in: folder), .hevc)).sets.flatMap(\.units)
        let slices: [[UInt8]] = [[0x26, 1, 0xAF, 0x10, 0x80, 0, 0, 3, 1], [2, 1, 0xD0, 9, 7]]
        let identifiers = ParameterSetIdentifiers(video: 3, sequence: 5, picture: 17)
        let seed = UInt64.random(in: 0..<1_000_000)
        for index in 0..<TestLength.cases(4000) {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
            let facts: Comment = "seed \(seed), case \(index)"
            let unit = Self.damaged(units.randomElement(using: &random) ?? [], &random)
            if let (_, number) = ParameterSetIdentifiers.number(of: unit, .hevc) {
                #expect(number >= 0 && number <= 1 << 32, facts)
                var used = UsedIdentifiers(.hevc)
                let isInserted = used.insert(unit)
                #expect(isInserted == (number <= 255), facts)
            }
            if let renumbered = identifiers.renumbered(unit), let type = unit.first.map(SplicedCodec.hevc.type) {
                let expected = [32: 3, 33: 5, 34: 17][type]
                #expect(ParameterSetIdentifiers.number(of: renumbered, .hevc)?.number == expected, facts)
            }
            let slice = Self.damaged(slices.randomElement(using: &random) ?? [], &random)
            let payload = CodedUnits.payload(of: slice)
            // A payload ends with a bit that isn't 0.
            if payload.last != 0, let renumbered = identifiers.renumberedSlice(slice) {
                #expect(CodedUnits.payload(of: renumbered).count == payload.count + 1, facts)
            }
        }
    }
}
