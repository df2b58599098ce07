package import Foundation

extension SampleMedia {
    /// Returns a movie that browsers can play: the simplest kind of H.264, with uncompressed samples.
    ///
    /// - Parameters:
    ///   - width: A multiple of 16, like `height`.
    ///   - comment: Two movies with different comments have different bytes.
    package static func h264Movie(
        width: Int = 64, height: Int = 48, frames: Int = 50, framesPerSecond: Int = 10, comment: String? = nil,
        gap: Int = 0
    ) -> Data {
        var movie = Movie()
        (movie.width, movie.height, movie.frames, movie.framesPerSecond) = (width, height, frames, framesPerSecond)
        movie.codec = "avc1"
        movie.codecDescription = H264Stream.description(columns: width / 16, rows: height / 16)
        // Neighbouring frames must have different numbers.
        movie.pictures = (0..<10).map { H264Stream.frame(number: $0, columns: width / 16, rows: height / 16) }
        movie.userDate = comment
        movie.gap = gap
        return SampleMedia.movie(movie)
    }
}

/// H.264 with the Baseline profile, where each picture is an IDR picture and each macroblock has the type I_PCM.
private enum H264Stream {
    /// The `avcC` box with the sequence and picture parameter sets.
    static func description(columns: Int, rows: Int) -> [UInt8] {
        let (sequence, picture) = (sequenceParameters(columns: columns, rows: rows), pictureParameters)
        return SampleMedia.box(
            "avcC",
            [1, 66, 0xC0, 30, 0xFF, 0xE1] + SampleMedia.bigEndian16(sequence.count) + sequence + [1]
                + SampleMedia.bigEndian16(picture.count) + picture)
    }

    /// A picture as a sample of the movie: a slice after its length.
    static func frame(number: Int, columns: Int, rows: Int) -> Data {
        var bits = BitWriter()
        bits.append(0x65, count: 8)
        bits.appendExponential(0)
        bits.appendExponential(7)
        bits.appendExponential(0)
        bits.append(0, count: 4)
        bits.appendExponential(number % 2)
        // No marking of references, an unchanged quantizer, no deblocking.
        bits.append(0, count: 2)
        bits.appendExponential(0)
        bits.appendExponential(1)
        for row in 0..<rows {
            for column in 0..<columns {
                bits.appendExponential(25)
                bits.align()
                // The samples are large enough that no three bytes look like a start code.
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
        // Identifier, length of the frame number, picture order as in the stream, no references, no gaps.
        for value in [0, 0, 2, 0] { bits.appendExponential(value) }
        bits.append(0, count: 1)
        bits.appendExponential(columns - 1)
        bits.appendExponential(rows - 1)
        // Frames only, direct inference, no cropping, no usage information.
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
        // Deblocking can be disabled.
        bits.append(0b100, count: 3)
        return bits.finished()
    }
}

private struct BitWriter {
    private var bytes: [UInt8] = []
    /// The number of unused bits in the last byte.
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

    /// Appends the Exp-Golomb code of a number that isn't negative.
    mutating func appendExponential(_ value: Int) {
        let length = Int.bitWidth - (value + 1).leadingZeroBitCount
        append(0, count: length - 1)
        append(value + 1, count: length)
    }

    mutating func align() { freeBits = 0 }

    /// Appends bytes. The position must be at the start of a byte.
    mutating func append(_ content: [UInt8]) { bytes += content }

    /// Returns the bytes with the stop bit.
    func finished() -> [UInt8] {
        var writer = self
        writer.append(1, count: 1)
        return writer.bytes
    }
}
