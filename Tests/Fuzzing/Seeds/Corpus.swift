import Foundation

/// The valid files from which a loader's mutants are made.
struct Corpus: Sendable {
    struct Seed: Sendable {
        var name: String
        var bytes: [UInt8]
    }

    private static let sizeLimit = 200_000
    /// The largest number of media files, so that the files made for fuzzing are a considerable part.
    private static let mediaLimit = 16

    let loader: Loader
    var seeds: [Seed] = []

    var isEmpty: Bool { seeds.isEmpty }

    /// - Parameters:
    ///   - seeds: A folder with a folder per loader, as made by `script/fuzz-seeds`.
    ///   - media: A folder whose small files are seeds, too. It may be missing.
    init(_ loader: Loader, seeds folder: URL, media: URL) throws {
        self.loader = loader
        let own = loader.isMetadata ? "jpeg" : loader.name
        seeds = try Self.files(in: folder.appendingPathComponent(own), loader)
        if loader.isMetadata { seeds = seeds.prefix(1).map(MetadataSeed.adding) }
        seeds += HandmadeSeeds.seeds(of: loader, made: seeds)
        var found = try Self.files(in: media, loader).filter(isOfLoader)
        // Distributed over all folders, and the same in each run.
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
