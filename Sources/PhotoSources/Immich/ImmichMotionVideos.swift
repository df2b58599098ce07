internal import Foundation

/// The videos of Live Photos, which Immich keeps as hidden assets.
final class ImmichMotionVideos {
    /// The number of videos in memory. The server is asked for each of the others.
    private static let cacheLimit = 100_000

    private let pages: ImmichPages
    private var videos: [ImmichIdentifier: ImmichOriginal]?

    init(_ pages: ImmichPages) {
        self.pages = pages
    }

    /// Returns a video, or `nil` if the server doesn't have it. The first call reads the list of all.
    func video(_ identifier: ImmichIdentifier) throws -> ImmichOriginal? {
        if let video = try list()[identifier] { return video }
        return try pages.asset(identifier).map(ImmichOriginal.init)
    }

    private func list() throws -> [ImmichIdentifier: ImmichOriginal] {
        if let videos { return videos }
        var found: [ImmichIdentifier: ImmichOriginal] = [:]
        do {
            try pages.forEachHiddenVideo { asset in
                found[asset.identifier] = ImmichOriginal(asset)
                return found.count < Self.cacheLimit
            }
        } catch let error as SourceError where error.code == .unsupported {
            // The version has no list of them.
            found = [:]
        }
        videos = found
        return found
    }
}
