import MediaContainers

/// The facts in the boxes of an ISO or QuickTime movie that libavformat doesn't report.
struct MovieBoxes {
    /// The largest numbers of tracks, and of boxes on each level of a track. Cameras write fewer.
    private static let trackLimit = 256
    private static let trackBoxLimit = 256
    /// The sample entries of common encryption (ISO/IEC 23001-7) and of FairPlay.
    private static let encryptedEntries: Set<FourCharacterCode> = ["encv", "enca", "drmi", "drms"]
    private static let dateLimitInBytes = 64

    /// Whether the file ends before its last top-level box does.
    let isCutShort: Bool
    /// Whether the movie has samples, not only their description.
    let hasMediaData: Bool
    /// The text of the date that Apple's Photos writes into a movie's user data. libavformat ignores it.
    let userDate: String?
    /// Whether a track's samples are encrypted. libavformat opens such a movie as if they weren't, and its frames look
    /// damaged.
    let isEncrypted: Bool

    init(_ source: DescriptorSource) {
        let file = FileBoxes(source)
        isCutShort = file.isCutShort
        hasMediaData = file.first("mdat") != nil
        let movie = file.first("moov").map { BoxSequence(source).inside($0) }
        isEncrypted = movie.map(Self.hasEncryptedTrack) ?? false
        userDate = movie?.inside("udta").flatMap(Self.date)
    }

    private static func hasEncryptedTrack(_ movie: BoxSequence<DescriptorSource>) -> Bool {
        movie.lazy.filter { $0.type == "trak" }.prefix(trackLimit).contains { track in
            let media = movie.inside(track, limit: trackBoxLimit).inside("mdia", limit: trackBoxLimit)
            let table = media?.inside("minf", limit: trackBoxLimit)?.inside("stbl", limit: trackBoxLimit)
            // After a version, flags and a count, there is one box for each sample format.
            let entries = table?.inside("stsd", after: 8, limit: trackBoxLimit)
            return entries?.contains { encryptedEntries.contains($0.type) } ?? false
        }
    }

    private static func date(in userData: BoxSequence<DescriptorSource>) -> String? {
        guard let box = userData.first("date"), (1...dateLimitInBytes).contains(box.content.count) else { return nil }
        let content = userData.source.bytes(at: box.content.lowerBound, limit: box.content.count)
        return String(decoding: content, as: UTF8.self)
    }
}
