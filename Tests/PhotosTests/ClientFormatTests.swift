import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@testable import Photos

/// Formats and sort descriptors that clients create at run time, in fetches. The tests of predicates and `AlbumenTests`
/// cover constant ones.
@Suite struct ClientFormatTests {
    let fixture: PhotoKitFixture

    /// Two photos and a video, a second apart: a panorama, a screenshot, a video.
    init() throws {
        fixture = try PhotoKitFixture()
        try fixture.temporary.add([
            .image("PANORAMA.JPG") { probe in
                probe.subtypes = .photoPanorama
                probe.captureDate = Self.date(1)
            },
            .image("SCREENSHOT.PNG") { probe in
                probe.subtypes = .photoScreenshot
                probe.captureDate = Self.date(2)
            },
            .video("MOVIE.MOV") { $0.captureDate = Self.date(3) },
        ])
    }

    private static func date(_ seconds: Double) -> MediaProbe.CaptureDate {
        MediaProbe.CaptureDate(
            secondsSinceReferenceDate: seconds, utcOffsetInSeconds: 0, source: .exifOriginal)
    }

    private func names(_ predicate: NSPredicate?, _ sorts: [NSSortDescriptor]? = nil) -> [String] {
        fixture.run {
            let options = PHFetchOptions()
            options.predicate = predicate
            options.sortDescriptors = sorts
            return PHAsset.fetchAssets(with: options).all
                .compactMap { PHAssetResource.assetResources(for: $0).first?.name }
        }
    }

    @Test("§2.2.2: a chain of alternatives from a list of subtypes")
    func chain() {
        let subtypes: [PHAssetMediaSubtype] = [.photoPanorama, .photoLive, .photoScreenshot]
        let terms = subtypes.map { NSPredicate(format: "(mediaSubtype & %d) != 0", $0.rawValue) }
        #expect(names(NSCompoundPredicate(orPredicateWithSubpredicates: terms)) == ["PANORAMA.JPG", "SCREENSHOT.PNG"])
        #expect(names(NSCompoundPredicate(andPredicateWithSubpredicates: terms)).isEmpty)
    }

    @Test("§2.2.2: a format that contains its values")
    func interpolation() {
        let (width, height) = (1920, 1080)
        #expect(names(NSPredicate(format: "pixelWidth == \(width) && pixelHeight == \(height)")) == ["MOVIE.MOV"])
    }

    @Test("§2.2.2: a list of assets")
    func members() {
        let assets = fixture.assets()
        #expect(names(NSPredicate(format: "SELF IN %@", [assets[0], assets[2]])) == ["PANORAMA.JPG", "MOVIE.MOV"])
        #expect(names(NSPredicate(format: "NOT (SELF IN %@)", assets as NSArray)).isEmpty)
    }

    @Test("§2.2.1: several sort descriptors, by key and by key path")
    func sorts() {
        let byType = NSSortDescriptor(key: "mediaType", ascending: false)
        let newest = NSSortDescriptor(key: "creationDate", ascending: false)
        #expect(names(nil, [byType, newest]) == ["MOVIE.MOV", "SCREENSHOT.PNG", "PANORAMA.JPG"])
        let oldest = NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true)
        #expect(names(nil, [byType, oldest]) == ["MOVIE.MOV", "PANORAMA.JPG", "SCREENSHOT.PNG"])
    }

    @Test("§2.2.2: functions and properties of properties are refused with a reason")
    func refused() async throws {
        let function = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(
                    format: "mediaType == %d AND (title CONTAINS[cd] %@ OR (SUBSTRING(title, 1, %d) ==[cd] %@))", 1,
                    "sea", 3, "sea")
            })
        #expect(String(decoding: function.standardErrorContent, as: UTF8.self).contains("SUBSTRING"))
        let member = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "mediaSubtypes.rawValue & %d != 0", 4)
                _ = try PhotoKitFixture().run { PHAsset.fetchAssets(with: options) }
            })
        #expect(String(decoding: member.standardErrorContent, as: UTF8.self).contains("mediaSubtypes.rawValue"))
    }
}
