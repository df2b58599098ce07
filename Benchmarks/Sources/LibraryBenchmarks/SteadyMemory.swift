import Albumen
import Foundation
import Photos

/// The memory of a process that requests many images, and of its workers.
struct SteadyMemory {
    /// After this many images, the image cache has reached its limit of 128 MB, because each image has 196 KB.
    static let early = 1_000
    /// The number of concurrent requests, like in a grid.
    private static let window = 50

    private let asking: ImageAsking

    init(libraryFolder: String) throws {
        asking = try ImageAsking(libraryFolder: libraryFolder)
    }

    /// The memory after the first thousand images and after all of them. A worker decodes each image, which is then
    /// reduced, encoded and stored.
    func bytes() throws -> [Double] {
        let assets = asking.assets()
        var bytes: [Double] = []
        for start in stride(from: 0, to: assets.count, by: Self.window) {
            let end = min(assets.count, start + Self.window)
            try asking.ask(for: assets[start..<end])
            if end == Self.early || end == assets.count { bytes.append(Self.anonymousBytes()) }
        }
        return bytes
    }

    /// The anonymous memory of this process and the processes it started: heaps and stacks, without pages of files.
    static func anonymousBytes() -> Double {
        let children = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.flatMap { thread in
            text("/proc/self/task/\(thread)/children").split(separator: " ").map(String.init)
        }
        return (["self"] + (children ?? [])).reduce(0) { sum, process in
            let line = text("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
            return sum + (kilobytes.flatMap { Double($0) } ?? 0) * 1024
        }
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
