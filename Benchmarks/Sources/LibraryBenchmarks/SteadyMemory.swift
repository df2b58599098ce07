import Albumen
import Foundation
import Photos

/// The memory of a process that asks for one image after the other, and of its workers.
struct SteadyMemory {
    /// By then the pictures kept in memory have reached their limit of 128 MB: each has 196 KB.
    static let early = 1_000
    /// How many are asked for at once, as a grid does.
    private static let window = 50

    private let asking: ImageAsking

    init(libraryFolder: String) throws {
        asking = try ImageAsking(libraryFolder: libraryFolder)
    }

    /// After the first thousand images, and after all of them: each decoded by a worker, reduced, encoded and stored.
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

    /// Of this process and those it has started: heaps and stacks, no file's pages.
    private static func anonymousBytes() -> Double {
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
