package import Foundation

extension SampleMedia {
    /// A movie that browsers play: H.264 of its simplest kind, whole frames of uncompressed samples.
    ///
    /// - Parameters:
    ///   - width: a multiple of 16, as is `height`.
    ///   - comment: two movies with another comment differ in bytes.
    package static func h264Movie(
        width: Int = 64, height: Int = 48, frames: Int = 50, framesPerSecond: Int = 10, comment: String? = nil
    ) -> Data {
        var movie = Movie()
        (movie.width, movie.height, movie.frames, movie.framesPerSecond) = (width, height, frames, framesPerSecond)
        movie.codec = "avc1"
        movie.codecDescription = H264Stream.description(columns: width / 16, rows: height / 16)
        // Neighbours must differ in the number that the stream gives them.
        movie.pictures = (0..<10).map { H264Stream.frame(number: $0, columns: width / 16, rows: height / 16) }
        movie.userDate = comment
        return SampleMedia.movie(movie)
    }
}

/// H.264 in the terms of its standard: Baseline, every picture an IDR picture, every macroblock of type I_PCM.
private enum H264Stream {
    /// The box `avcC`, with the sequence and the picture parameter set.
    static func description(columns: Int, rows: Int) -> [UInt8] {
        let (sequence, picture) = (sequenceParameters(columns: columns, rows: rows), pictureParameters)
        return SampleMedia.box(
            "avcC",
            [1, 66, 0xC0, 30, 0xFF, 0xE1] + SampleMedia.bigEndian16(sequence.count) + sequence + [1]
                + SampleMedia.bigEndian16(picture.count) + picture)
    }

    /// One picture as a sample of the movie: a slice behind its length.
    static func frame(number: Int, columns: Int, rows: Int) -> Data {
        var bits = BitWriter()
        bits.append(0x65, count: 8)
        bits.appendExponential(0)
        bits.appendExponential(7)
        bits.appendExponential(0)
        bits.append(0, count: 4)
        bits.appendExponential(number % 2)
        // No marking of references, the same quantiser, no deblocking.
        bits.append(0, count: 2)
        bits.appendExponential(0)
        bits.appendExponential(1)
        for row in 0..<rows {
            for column in 0..<columns {
                bits.appendExponential(25)
                bits.align()
                // No sample is so small that three in a row could be taken for the start of something.
                let brightness = UInt8(40 + (row * 40 + column * 25 + number * 12) % 180)
                bits.append([UInt8](repeating: brightness, count: 256))
                bits.append([UInt8](repeating: UInt8(60 + column * 30 % 140), count: 64))
                bits.append([UInt8](repeating: UInt8(60 + row * 40 % 140), count: 64))
            }
        }
        let slice = bits.finished()
        return Data(SampleMedia.bigEndian32(slice.count) + slice)
    }

    private static func sequenceParameters(columns: Int, rows: Int) -> [UInt8] {
        var bits = BitWriter()
        for byte in [0x67, 66, 0xC0, 30] { bits.append(byte, count: 8) }
        // Identifier, length of the frame's number, order of pictures as they come, no references, no gaps.
        for value in [0, 0, 2, 0] { bits.appendExponential(value) }
        bits.append(0, count: 1)
        bits.appendExponential(columns - 1)
        bits.appendExponential(rows - 1)
        // Frames only, direct inference, no cropping, nothing about use.
        bits.append(0b1100, count: 4)
        return bits.finished()
    }

    private static var pictureParameters: [UInt8] {
        var bits = BitWriter()
        bits.append(0x68, count: 8)
        for _ in 0..<2 { bits.appendExponential(0) }
        bits.append(0, count: 2)
        for _ in 0..<3 { bits.appendExponential(0) }
        bits.append(0, count: 3)
        for _ in 0..<3 { bits.appendExponential(0) }
        // Deblocking can be switched off.
        bits.append(0b100, count: 3)
        return bits.finished()
    }
}

private struct BitWriter {
    private var bytes: [UInt8] = []
    /// Of the last byte.
    private var freeBits = 0

    mutating func append(_ value: Int, count: Int) {
        for place in (0..<count).reversed() {
            if freeBits == 0 {
                bytes.append(0)
                freeBits = 8
            }
            freeBits -= 1
            bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(freeBits)
        }
    }

    /// Exp-Golomb code of a number that is not negative.
    mutating func appendExponential(_ value: Int) {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        append(0, count: length - 1)
        append(value + 1, count: length)
    }

    mutating func align() { freeBits = 0 }

    /// At a byte's beginning.
    mutating func append(_ content: [UInt8]) { bytes += content }

    /// With the stop bit.
    func finished() -> [UInt8] {
        var writer = self
        writer.append(1, count: 1)
        return writer.bytes
    }
}
