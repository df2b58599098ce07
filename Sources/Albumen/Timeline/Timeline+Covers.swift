import Catalog
package import PhotoLibrary
import Records

extension LibraryView {
    /// Returns the ranks of a few assets that represent parts of a timeline, such as months.
    ///
    /// The assets are from all over a part. Favorites come before others, and photos before videos. Screenshots and
    /// damaged files are last.
    ///
    /// - Parameters:
    ///   - parts: Ranks of the timeline.
    ///   - count: The largest number of assets for each part.
    /// - Returns: For each part, the best asset and then the others in their order. `nil` if an asset no longer exists.
    /// - Complexity: O(*p* · `count`) rows for *p* parts, of any size.
    package func covers(of parts: [Range<Int>], atMost count: Int, in timeline: Timeline) throws -> [[Int]]? {
        let identifiers = timeline.identifiers
        let places = parts.map { $0.clamped(to: 0..<identifiers.count).stretches(atMost: count) }
        let candidates = places.map { $0.map(\.candidates) }
        let assets = try liveAssets(withIdentifiers: candidates.joined().joined().map { identifiers[$0] })
        var covers: [[Int]] = []
        for stretches in candidates {
            var chosen: [(rank: Int, merit: Int)] = []
            for ranks in stretches {
                var best: (rank: Int, merit: Int)?
                for rank in ranks {
                    guard let asset = assets[identifiers[rank]] else { return nil }
                    if asset.meritAsCover > best?.merit ?? .min { best = (rank, asset.meritAsCover) }
                }
                if let best { chosen.append(best) }
            }
            if let first = chosen.indices.max(by: { (chosen[$0].merit, $1) < (chosen[$1].merit, $0) }) {
                chosen.insert(chosen.remove(at: first), at: 0)
            }
            covers.append(chosen.map(\.rank))
        }
        return covers
    }
}

extension Range<Int> {
    /// Divides the range into at most `limit` parts of about the same length.
    fileprivate func stretches(atMost limit: Int) -> [Range<Int>] {
        let parts = Swift.min(limit, count)
        return (0..<parts).map { lowerBound + $0 * count / parts..<lowerBound + ($0 + 1) * count / parts }
    }

    /// A few evenly spaced elements of the range.
    fileprivate var candidates: [Int] {
        let limit = 4
        guard count > limit else { return Array(self) }
        return (0..<limit).map { lowerBound + $0 * count / limit }
    }
}

extension AssetRecord {
    fileprivate var meritAsCover: Int {
        var merit = 0
        if isFavorite { merit += 8 }
        if mediaType == .image { merit += 1 }
        if mediaSubtypes.contains(.photoScreenshot) || mediaSubtypes.contains(.videoScreenRecording) { merit -= 4 }
        if damage != nil { merit -= 16 }
        return merit
    }
}
