import AVFoundation
import AlbumenTestSupport
import Foundation
import Testing

@Suite struct MetadataTests {
    private func asset(_ tags: [(key: String, value: String)], in folder: TemporaryFolder) throws -> AVURLAsset {
        var movie = SampleMedia.Movie()
        movie.tags = tags
        return AVURLAsset(url: try folder.write(SampleMedia.movie(movie), to: "tagged.mov"))
    }

    @Test func `QuickTime metadata has identifiers, keys and values`() async throws {
        let folder = try TemporaryFolder()
        let asset = try asset(
            [
                ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.creationdate", "2022-08-02T05:00:00+0200"),
                ("com.apple.quicktime.rating.user", "5"), ("com.example.own", "Größe"),
            ], in: folder)
        let items = try await asset.load(.metadata)
        #expect(
            items.map(\.identifier?.rawValue) == [
                "mdta/com.apple.quicktime.make", "mdta/com.apple.quicktime.creationdate",
                "mdta/com.apple.quicktime.rating.user", "mdta/com.example.own",
            ])
        let make = try #require(
            AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierMake).first)
        #expect(make.identifier == .quickTimeMetadataMake)
        #expect(make.commonKey == .commonKeyMake)
        #expect(make.keySpace == .quickTimeMetadata)
        #expect(make.key as? NSString == "com.apple.quicktime.make")
        #expect(make.dataType == "com.apple.metadata.datatype.UTF-8")
        #expect(try await make.load(.stringValue) == "Apple")
        #expect(make.numberValue == nil)
        #expect(make.dataValue == Data("Apple".utf8))
        #expect(items[2].numberValue == 5)
        #expect(items[3].stringValue == "Größe")
        #expect(items[3].commonKey == nil)
        #expect(asset.commonMetadata.map(\.commonKey) == [.commonKeyMake, .commonKeyCreationDate])
        #expect(asset.availableMetadataFormats == [.quickTimeMetadata])
        #expect(try await asset.loadMetadata(for: .quickTimeMetadata).count == 4)
        #expect(try await asset.load(.creationDate)?.dateValue == Date(timeIntervalSince1970: 1_659_409_200))
        #expect(AVMetadataItem.metadataItems(from: items, withKey: "make", keySpace: .common).count == 1)
        #expect(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: .quickTimeMetadata).count == 4)
    }

    @Test func `a filter for sharing keeps only titles, authors and copyrights`() throws {
        let folder = try TemporaryFolder()
        let asset = try asset(
            [("com.apple.quicktime.title", "Sea"), ("com.apple.quicktime.location.ISO6709", "+10-010/")], in: folder)
        let kept = AVMetadataItem.metadataItems(from: asset.metadata, filteredBy: .forSharing())
        #expect(kept.map(\.stringValue) == ["Sea"])
    }

    @Test(.enabled(if: FFmpeg.isPresent, FFmpeg.absence))
    func `iTunes' metadata of an MP4 file`() throws {
        let folder = try TemporaryFolder()
        let url = try SampleClip.ramp(
            "tagged.mp4", in: folder, seconds: 0.2, ["-metadata", "title=Sea", "-metadata", "comment=Waves"])
        let items = AVURLAsset(url: url).metadata
        let title = try #require(
            AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .iTunesMetadataSongName).first)
        #expect(title.stringValue == "Sea")
        #expect(title.keySpace == .iTunes)
        #expect(title.commonKey == .commonKeyTitle)
        #expect(items.contains { $0.identifier == .iTunesMetadataUserComment && $0.stringValue == "Waves" })
    }

    @Test(.enabled(if: FFmpeg.isPresent, FFmpeg.absence))
    func `the tags of a Matroska file have common keys`() throws {
        let folder = try TemporaryFolder()
        let url = try SampleClip.ramp("tagged.mkv", in: folder, seconds: 0.2, ["-metadata", "title=Sea"])
        let items = AVURLAsset(url: url).commonMetadata
        #expect(items.contains { $0.identifier == .commonIdentifierTitle && $0.stringValue == "Sea" })
    }

    @Test(.enabled(if: FFmpeg.isPresent, FFmpeg.absence))
    func `a phone's 3GPP file has a location and a language`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.ramp("source.mov", in: folder, seconds: 0.2)
        let url = try SampleClip.make(
            "phone.3gp", in: folder,
            [
                "-i", source.path, "-c", "copy", "-metadata", "location=+10.5000-020.2500/", "-metadata", "title=Größe",
            ])
        let items = AVURLAsset(url: url).metadata
        let title = try #require(
            AVMetadataItem.metadataItems(from: items, withKey: "titl", keySpace: .isoUserData).first)
        #expect(title.stringValue == "Größe")
        #expect(title.extendedLanguageTag == "eng")
        let location = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierLocation)
        #expect(location.first?.stringValue == "+10.5000-020.2500+0.000/")
    }

    @Test(.enabled(if: FFmpeg.isPresent, FFmpeg.absence), arguments: ["old.mov", "wide.3gp"])
    func `texts in other encodings than UTF-8 are decoded`(_ name: String) throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.ramp("source.mov", in: folder, seconds: 0.2)
        let url = try SampleClip.make(
            name, in: folder, ["-i", source.path, "-c", "copy", "-metadata", "title=Größe"])
        var bytes = try Data(contentsOf: url)
        let range = try #require(bytes.firstRange(of: Data("Größe".utf8)))
        // Mac OS Roman, or UTF-16 with its mark.
        let other: [UInt8] =
            name == "old.mov"
            ? Array("Gr".utf8) + [0x9A, 0xA7] + Array("e  ".utf8) : [0xFE, 0xFF, 0, 0x47, 0, 0xF6, 0]
        bytes.replaceSubrange(range, with: other)
        try bytes.write(to: url)
        let texts = AVURLAsset(url: url).metadata.compactMap(\.stringValue)
        #expect(texts.contains(name == "old.mov" ? "Größe  " : "Gö"), "\(texts)")
    }

    @Test func `a mutable item takes texts, numbers, dates and data`() {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeUserDataLocationISO6709
        #expect(item.keySpace == .quickTimeUserData)
        #expect(item.key as? NSString == "©xyz")
        #expect(item.identifier?.rawValue == "udta/%A9xyz")
        item.value = "text" as NSString
        #expect(item.stringValue == "text")
        item.value = NSNumber(value: 7)
        #expect(item.numberValue == 7)
        #expect(item.stringValue == "7")
        item.value = NSNumber(value: 2.5)
        #expect(item.numberValue == 2.5)
        item.value = NSDate(timeIntervalSince1970: 1_000_000)
        #expect(item.dateValue == Date(timeIntervalSince1970: 1_000_000))
        item.value = NSData(data: Data([1, 2]))
        #expect(item.dataValue == Data([1, 2]))
        #expect(item.stringValue == nil)
        item.value = nil
        #expect(item.value == nil)
        item.extendedLanguageTag = "de"
        item.time = .zero
        let copy = item.copy() as? AVMetadataItem
        #expect(copy?.extendedLanguageTag == "de")
        #expect((copy?.mutableCopy() as? AVMutableMetadataItem)?.time == .zero)
    }

    @Test func `identifiers and keys convert to each other`() {
        let identifier = AVMetadataItem.identifier(
            forKey: AVMetadataKey.quickTimeMetadataKeyMake, keySpace: .quickTimeMetadata)
        #expect(identifier == .quickTimeMetadataMake)
        #expect(AVMetadataItem.keySpace(forIdentifier: .commonIdentifierTitle) == .common)
        #expect(AVMetadataItem.key(forIdentifier: .quickTimeUserDataMake) as? String == "©mak")
        #expect(AVMetadataItem.identifier(forKey: 7, keySpace: .common) == nil)
    }

    @Test(arguments: [
        ("2022-08-02T05:00:00+0200", 1_659_409_200.0), ("2022-08-02T03:00:00Z", 1_659_409_200),
        ("2022-08-02", 1_659_398_400), ("2022", 1_640_995_200),
    ])
    func `dates in metadata`(_ text: String, _ seconds: Double) {
        let item = AVMutableMetadataItem()
        item.value = NSString(string: text)
        #expect(item.dateValue == Date(timeIntervalSince1970: seconds))
        item.value = NSString(string: "never \(text)")
        #expect(item.dateValue == nil)
    }
}
