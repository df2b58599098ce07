import AlbumenTestSupport
import Foundation
import MediaContainers
import Testing

/// The walker over the boxes of ISO base media files, with files that break its rules.
@Suite struct BoxSequenceTests {
    private static let large: [UInt8] = [0, 0, 0, 1]

    /// The types and content of the boxes, read from memory of exactly the file's length.
    private func walk(
        _ file: [UInt8], in range: Range<Int>? = nil, limit: Int = BoxLimits.boxes, acceptsAnyType: Bool = false
    ) -> [MediaBox] {
        file.withUnsafeBytes {
            Array(BoxSequence(ByteView($0), in: range, limit: limit, acceptsAnyType: acceptsAnyType))
        }
    }

    @Test func `boxes follow one another, each with its content`() {
        let file = SampleMedia.box("ftyp", [1, 2, 3]) + SampleMedia.box("free", []) + SampleMedia.box("mdat", [4])
        #expect(
            walk(file) == [
                MediaBox(type: "ftyp", offset: 0, content: 8..<11),
                MediaBox(type: "free", offset: 11, content: 19..<19),
                MediaBox(type: "mdat", offset: 19, content: 27..<28),
            ])
    }

    @Test func `a size of 64 bits follows the type`() {
        let file = Self.large + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 7, 7] + SampleMedia.box("free", [])
        #expect(walk(file).map(\.type) == ["mdat", "free"])
        #expect(walk(file).first?.content == 16..<18)
    }

    @Test func `a box without a size ends where the part does`() throws {
        let file = SampleMedia.box("free", []) + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]
        let last = try #require(walk(file).last)
        #expect(last.isOpenEnded)
        #expect(last.content == 16..<19)
        #expect(walk(file, in: 8..<17).last?.content == 16..<17)
    }

    @Test(
        "a header that isn't one ends the sequence",
        arguments: [
            [0, 0, 0, 7] + Array("free".utf8),  // Smaller than its own header.
            [0, 0, 0, 2] + Array("free".utf8),
            large + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 15],
            large + Array("free".utf8) + [0, 1, 0, 0, 0, 0, 0, 0],  // 2⁴⁸.
            large + Array("free".utf8) + [255, 255, 255, 255, 255, 255, 255, 255],
            [0, 0, 0, 8, 0x66, 0x72, 0x65],  // Cut off.
            [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],  // Zeros behind the last box.
            [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x1F], [],
        ] as [[UInt8]])
    func noHeader(_ rest: [UInt8]) {
        let file = SampleMedia.box("ftyp", [1]) + rest
        #expect(walk(file).map(\.type) == ["ftyp"])
        file.withUnsafeBytes { #expect(!FileBoxes(ByteView($0)).isCutShort) }
    }

    @Test func `control characters in a type can be accepted`() {
        let file: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 1] + SampleMedia.box("free", [])
        #expect(walk(file).isEmpty)
        #expect(walk(file, acceptsAnyType: true).map(\.type) == [FourCharacterCode(rawValue: 1), "free"])
    }

    @Test(
        "a last box that passes the end is reported, and the file is cut short",
        arguments: [
            [0, 0, 0, 9] + Array("mdat".utf8), [255, 255, 255, 255] + Array("mdat".utf8),
            large + Array("mdat".utf8) + [0, 0, 255, 255, 255, 255, 255, 255],
            large + Array("mdat".utf8) + [0, 0, 0],  // The size itself is cut off.
        ] as [[UInt8]])
    func cutShort(_ rest: [UInt8]) {
        let file = SampleMedia.box("ftyp", []) + rest
        file.withUnsafeBytes { bytes in
            let boxes = FileBoxes(ByteView(bytes))
            #expect(boxes.boxes.map(\.type) == ["ftyp", "mdat"])
            #expect(boxes.isCutShort)
            #expect(boxes.declaredEnd > bytes.count)
            // What would lie in it is looked for in the file alone.
            let inside = BoxSequence(ByteView(bytes)).inside("mdat")
            #expect(inside.map { Array($0) } == [])
            #expect(inside?.range.upperBound == bytes.count)
        }
    }

    @Test func `boxes inside a box are never read past its end`() {
        // The inner box claims to reach over the outer box's end, where a third one lies.
        let inner: [UInt8] = [0, 0, 0, 40] + Array("trak".utf8)
        let file = SampleMedia.box("moov", inner) + SampleMedia.box("mdia", [UInt8](repeating: 1, count: 16))
        file.withUnsafeBytes { bytes in
            let movie = BoxSequence(ByteView(bytes)).inside("moov")
            #expect(movie?.map(\.type) == ["trak"])
            #expect(movie?.first("trak").map { movie?.holdsWhole($0) } == false)
            #expect(movie?.inside("trak")?.inside("mdia") == nil)
        }
    }

    @Test func `boxes deep in others are found by their path, behind the fields of full boxes`() {
        let entry = SampleMedia.box("encv", [1, 2])
        let table = SampleMedia.box("stbl", SampleMedia.fullBox("stsd", [0, 0, 0, 1] + entry))
        let file = SampleMedia.box("moov", SampleMedia.box("free", []) + SampleMedia.box("trak", table))
        file.withUnsafeBytes { bytes in
            let table = BoxSequence(ByteView(bytes)).inside("moov")?.inside("trak")?.inside("stbl")
            #expect(table?.inside("stsd", after: 8)?.map(\.type) == ["encv"])
            #expect(table?.inside("stsd", after: 1000).map { Array($0) } == [])
            #expect(table?.inside("stts") == nil)
        }
    }

    @Test func `no more boxes than the limit are read`() {
        let file = Array([[UInt8]](repeating: SampleMedia.box("free", []), count: 50).joined())
        #expect(walk(file, limit: 20).count == 20)
        #expect(walk(file, limit: 0).isEmpty)
    }

    @Test func `a movie behind a picture is found from its start, and parts outside the file are empty`() {
        let picture = [UInt8](repeating: 0xFF, count: 33)
        let file = picture + SampleMedia.box("ftyp", []) + SampleMedia.box("mdat", [1])
        file.withUnsafeBytes { bytes in
            #expect(FileBoxes(ByteView(bytes), from: 33).boxes.map(\.type) == ["ftyp", "mdat"])
            #expect(!FileBoxes(ByteView(bytes), from: 33).isCutShort)
            #expect(FileBoxes(ByteView(bytes), from: 1000).boxes.isEmpty)
        }
        #expect(walk(file, in: -5..<3).isEmpty)
        #expect(walk(file, in: 500..<600).isEmpty)
    }

    @Test func `whatever the bytes, boxes rise and their number is bounded`() {
        var generator = SeededGenerator(seed: 14_496_12)
        for _ in 0..<500 {
            var file = Array([[UInt8]](repeating: SampleMedia.box("free", [0, 0, 0, 9]), count: 20).joined())
            for _ in 0..<12 {
                file[Int.random(in: 0..<file.count, using: &generator)] =
                    [0, 1, 8, 12, 0x66, 0xFF]
                    .randomElement(using: &generator) ?? 0
            }
            let boxes = walk(file, acceptsAnyType: true)
            #expect(boxes.count <= file.count / 8)
            for (box, next) in zip(boxes, boxes.dropFirst()) {
                #expect(box.end == next.offset)
                #expect(box.content.lowerBound >= box.offset + 8)
            }
            #expect(boxes.allSatisfy { $0.offset < file.count })
        }
    }
}
