import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records

@testable import Albumen
@testable import PhotoLibrary

/// Compares an imported library with the manifest of its media.
struct ManifestComparison {
    /// A value that differs, as a line of the list of known differences without its reason.
    struct Difference: Hashable, Comparable, CustomStringConvertible {
        var path: String
        var fact: String
        var expected: String
        var found: String

        var description: String { [path, fact, expected, found].joined(separator: "\t") }

        static func < (left: Difference, right: Difference) -> Bool { left.description < right.description }
    }

    private(set) var differences: [Difference] = []
    private(set) var factCount = 0

    init(library: Library) throws {
        for row in try RealMedia.facts() where row["media"] != "sidecar" {
            guard let path = row["path"], let hash = row["sha256"], row["oriented_w"] != nil,
                let digest = BlobDigest(hexadecimal: hash)
            else { continue }
            try compare(row, path, digest, library)
        }
    }

    static func knownDifferences() throws -> [Difference] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ManifestDifferences.tsv")
        return try TabSeparatedTable.rows(of: file).map { row in
            Difference(
                path: row["path"] ?? "", fact: row["fact"] ?? "", expected: row["expected"] ?? "",
                found: row["found"] ?? "")
        }
    }

    private mutating func compare(_ row: [String: String], _ path: String, _ digest: BlobDigest, _ library: Library)
        throws
    {
        let found = try library.catalog.read { reader -> (AssetRecord, ResourceRecord, MetadataRecord?)? in
            guard let resource = try reader.resource(sha256: digest),
                let asset = try reader.assets(withIdentifiers: [resource.assetID])[resource.assetID]
            else { return nil }
            return (asset, resource, try reader.metadata(ofAsset: asset.id))
        }
        guard let (asset, resource, metadata) = found else {
            return expect(path, "imported", "yes", "no")
        }
        expect(path, "imported", "yes", "yes")
        let told = "\(row["oriented_w"] ?? "")x\(row["oriented_h"] ?? "")"
        expect(path, "size", told, "\(resource.pixelWidth)x\(resource.pixelHeight)")
        expect(path, "pairing", Self.pairing(row), resource.contentIdentifier ?? "")
        // The other values belong to the asset. For a Live Photo, they're those of its photo.
        let isPicture = resource.type == .photo || resource.type == .video
        guard isPicture else { return }
        expect(path, "burst", row["burst_id"] ?? "", asset.burstIdentifier ?? "")
        expect(path, "kind", row["media"] == "video" ? "video" : "image", kind(asset))
        expect(path, "animated", (row["frames"] ?? "1") == "1" ? "no" : "yes", isAnimated(asset) ? "yes" : "no")
        let camera = [metadata?.cameraMake, metadata?.cameraModel].compactMap(\.self).joined(separator: " ")
        expect(path, "camera", row["make_model"] ?? "", camera)
        compareDate(row, path, asset)
        comparePlace(row, path, asset)
        if row["media"] == "video" { compareVideo(row, path, asset, metadata) }
    }

    private func kind(_ asset: AssetRecord) -> String {
        asset.mediaType.name ?? ""
    }

    private func isAnimated(_ asset: AssetRecord) -> Bool {
        asset.playbackStyle == .imageAnimated
    }

    private mutating func compareDate(_ row: [String: String], _ path: String, _ asset: AssetRecord) {
        let told = row["date_local"].flatMap { $0.hasPrefix("0000") ? nil : $0 }
        guard asset.dateSource != "file", let date = asset.creationDate else {
            return expect(path, "date", told ?? "", "")
        }
        let isUniversal = ["UTC(QuickTime)", "Z"].contains(row["offset"] ?? "")
        let offset = isUniversal ? 0 : (asset.utcOffset ?? 0)
        let reading = Self.reading(date.addingTimeInterval(Double(offset)))
        // IPTC may contain only a day.
        let isSame = told.map { $0.count == 10 ? reading == $0 + " 00:00:00" : reading == $0 } ?? false
        expect(path, "date", told ?? "", isSame ? told ?? "" : reading)
        if let told = row["offset"], !isUniversal {
            expect(path, "offset", told, asset.utcOffset.map(Self.offset) ?? "")
        }
    }

    private mutating func comparePlace(_ row: [String: String], _ path: String, _ asset: AssetRecord) {
        let found = asset.latitude.flatMap { latitude in asset.longitude.map { (latitude, $0) } }
        guard row["gps_valid"] == nil, let latitude = row["gps_lat"].flatMap(Double.init),
            let longitude = row["gps_lon"].flatMap(Double.init)
        else { return expect(path, "place", "", found.map { "\($0.0) \($0.1)" } ?? "") }
        let isNear = found.map { abs($0.0 - latitude) < 0.0002 && abs($0.1 - longitude) < 0.0002 } ?? false
        let told = "\(latitude) \(longitude)"
        expect(path, "place", told, isNear ? told : found.map { "\($0.0) \($0.1)" } ?? "")
    }

    private mutating func compareVideo(
        _ row: [String: String], _ path: String, _ asset: AssetRecord, _ metadata: MetadataRecord?
    ) {
        if let told = row["duration_s"].flatMap(Double.init) {
            expect(
                path, "duration", String(told),
                abs(asset.duration - told) < 0.06 ? String(told) : String(asset.duration))
        }
        if let codec = row["video_codec"]?.split(separator: "/").first {
            expect(path, "codec", String(codec), metadata?.videoCodec ?? "")
        }
    }

    private mutating func expect(_ path: String, _ fact: String, _ expected: String, _ found: String) {
        factCount += 1
        guard expected != found else { return }
        differences.append(Difference(path: path, fact: fact, expected: expected, found: found))
    }

    private static func pairing(_ row: [String: String]) -> String {
        row["live_id"] ?? ""
    }

    /// Formats a local time like the manifest.
    private static func reading(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        return String(
            format: "%04d:%02d:%02d %02d:%02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0,
            parts.minute ?? 0, parts.second ?? 0)
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func offset(_ seconds: Int) -> String {
        String(format: "%@%02d:%02d", seconds < 0 ? "-" : "+", abs(seconds) / 3600, abs(seconds) % 3600 / 60)
    }
}
