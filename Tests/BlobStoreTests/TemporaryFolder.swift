import Foundation

/// An empty folder for a test, which is deleted with its last reference.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "BlobStoreTests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

    /// Writes a file and returns its URL.
    func write(_ data: Data, to name: String) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    /// The names in a folder below this one, sorted.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.appending(path: name).path(percentEncoded: false))
            .sorted()
    }
}

extension Data {
    /// Returns bytes that depend only on the seed.
    static func sample(count: Int, seed: UInt64) -> Data {
        var state = seed &+ 0x9E37_79B9_7F4A_7C15
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes.append(UInt8(truncatingIfNeeded: state >> 32))
        }
        return Data(bytes)
    }
}
