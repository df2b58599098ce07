import Foundation

/// The sound files that a loader's mutants are made of.
struct Corpus: Sendable {
    struct Seed: Sendable {
        var name: String
        var bytes: [UInt8]
    }

    private static let sizeLimit = 200_000
    /// Of the media that lie about, so many at most, so that those made for the purpose are not lost among them.
    private static let mediaLimit = 16

    let loader: Loader
    var seeds: [Seed] = []

    var isEmpty: Bool { seeds.isEmpty }

    /// - Parameters:
    ///   - seeds: a folder for each loader, as `script/fuzz-seeds` makes it.
    ///   - media: files of which the small ones serve too; need not exist.
    init(_ loader: Loader, seeds folder: URL, media: URL) throws {
        self.loader = loader
        let own = loader.isMetadata ? "jpeg" : loader.name
        seeds = try Self.files(in: folder.appendingPathComponent(own), loader)
        if loader.isMetadata { seeds = seeds.prefix(1).map(MetadataSeed.adding) }
        seeds += HandmadeSeeds.seeds(of: loader, made: seeds)
        var found = try Self.files(in: media, loader).filter(isOfLoader)
        // Spread over all folders, and the same every time.
        let step = max(1, found.count / Self.mediaLimit)
        found = found.enumerated().filter { $0.offset % step == 0 }.prefix(Self.mediaLimit).map(\.element)
        seeds += found
    }

    private func isOfLoader(_ seed: Seed) -> Bool {
        guard loader.name.hasPrefix("jpeg"), loader.container == .jpeg else { return true }
        let isProgressive = FilePiece.pieces(of: seed.bytes, .jpeg).contains {
            seed.bytes[$0.range.lowerBound + 1] == 0xC2
        }
        return isProgressive == (loader.name == "jpeg-progressive")
    }

    private static func files(in folder: URL, _ loader: Loader) throws -> [Seed] {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var seeds: [Seed] = []
        for path in paths.compactMap({ $0 as? String }).sorted() {
            let file = folder.appendingPathComponent(path)
            guard loader.endings.contains(file.pathExtension.lowercased()) else { continue }
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let isSmall = try handle.seekToEnd() <= sizeLimit
            guard isSmall || loader.takesStarts else { continue }
            try handle.seek(toOffset: 0)
            guard let data = try handle.read(upToCount: sizeLimit), data.count > 16 else { continue }
            seeds.append(Seed(name: file.lastPathComponent, bytes: Array(data)))
        }
        return seeds
    }
}
