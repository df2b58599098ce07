import AlbumenTestSupport
import Foundation

/// Originals that are the same in each run: a small valid JPEG, and random bytes behind it.
enum CloudOriginals {
    /// Makes files whose sizes are spread evenly over a range.
    static func make(_ count: Int, bytes: ClosedRange<Int>, in folder: URL) throws {
        var random = SeededGenerator(seed: UInt64(count))
        for number in 0..<count {
            let size = bytes.lowerBound + Int(random.next() % UInt64(bytes.count))
            var data = SampleMedia.jpeg(comment: "original \(number)")
            var words = [UInt64](repeating: 0, count: (size - data.count + 7) / 8)
            for index in words.indices { words[index] = random.next() }
            words.withUnsafeBytes { data.append(contentsOf: $0) }
            try data.write(to: folder.appendingPathComponent(String(format: "IMG_%05d.JPG", number)))
        }
    }
}
