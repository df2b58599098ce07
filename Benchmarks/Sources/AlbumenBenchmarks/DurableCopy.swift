import Foundation

/// The peer of an import. Copies files one after another, synchronises each with the disk, and the folder at the end.
enum DurableCopy {
    private static let bufferSizeInBytes = 1 << 20

    static func run(_ sources: [String], into folder: URL) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSizeInBytes, alignment: 4096)
        defer { buffer.deallocate() }
        for source in sources {
            let name = source.split(separator: "/").last.map(String.init) ?? source
            try copy(source, to: "\(folder.path)/\(name)", buffer)
        }
        let descriptor = try check(open(folder.path, O_RDONLY | O_DIRECTORY), folder.path)
        defer { close(descriptor) }
        _ = try check(fsync(descriptor), folder.path)
    }

    private static func copy(_ source: String, to target: String, _ buffer: UnsafeMutableRawBufferPointer) throws {
        let input = try check(open(source, O_RDONLY), source)
        defer { close(input) }
        let output = try check(open(target, O_WRONLY | O_CREAT | O_EXCL, 0o644), target)
        defer { close(output) }
        while true {
            let count = try check(read(input, buffer.baseAddress, buffer.count), source)
            guard count > 0 else { break }
            var written = 0
            while written < count {
                written += try check(write(output, buffer.baseAddress?.advanced(by: written), count - written), target)
            }
        }
        _ = try check(fsync(output), target)
    }

    private static func check<Number: SignedInteger>(_ result: Number, _ path: String) throws -> Number {
        guard result >= 0 else { throw BenchmarkFailure("\(path): \(String(cString: strerror(errno)))") }
        return result
    }
}
