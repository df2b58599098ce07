import MediaContainers
import Testing

@testable import MotionPhotos

/// Each kind of motion photo, as made files.
@Suite struct MotionPhotoMarkTests {
    private let video = MadeVideo.whole

    private func expect(
        _ file: [UInt8], _ mark: MotionPhoto.Mark, at start: Int, stillTime: Double?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = MotionPhoto(
            videoRange: start..<start + video.count, mark: mark, stillTime: stillTime, duration: 2.5,
            pixelSize: MotionPhoto.PixelSize(width: 1920, height: 1080), majorBrand: "mp42")
        #expect(find(file) == expected, sourceLocation: sourceLocation)
    }

    /// Returns a packet with a directory.
    private func directory(_ items: String, _ attributes: String = "") -> String {
        MadePhoto.packet(
            "\(MadePhoto.container) \(attributes)",
            "<Container:Directory><rdf:Seq>\(items)</rdf:Seq></Container:Directory>")
    }

    @Test func `imports 4.1: Motion Photo 1.0 states the length of the last item`() {
        let photo = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(video.count)"))
        expect(photo + video, .container, at: photo.count, stillTime: 1.5)
    }

    @Test func `imports 4.1: a gain map lies between the photo and the video`() {
        let map = MadePhoto.jpeg()
        let photo = MadePhoto.jpeg(
            MadePhoto.motionPhoto(
                length: "\(video.count)", others: MadePhoto.item("image/jpeg", "GainMap", length: "\(map.count)")))
        expect(photo + map + video, .container, at: photo.count + map.count, stillTime: 1.5)
    }

    @Test func `imports 4.1: items behind the video count`() {
        let map = MadePhoto.jpeg()
        let items =
            MadePhoto.item("video/mp4", "MotionPhoto", length: "\(video.count)")
            + MadePhoto.item("image/jpeg", "GainMap", length: "\(map.count)", padding: "4")
        let photo = MadePhoto.jpeg(directory(items))
        expect(photo + video + map + [0, 0, 0, 0], .container, at: photo.count, stillTime: nil)
    }

    @Test func `imports 4.1: a length includes the padding behind the video, or not`() {
        for length in [video.count, video.count + 20] {
            let photo = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(length)", padding: "20"))
            expect(photo + video + [UInt8](repeating: 0, count: 20), .container, at: photo.count, stillTime: 1.5)
        }
    }

    @Test func `imports 4.1: the length of the primary item leads to the video before a trailer`() {
        let items =
            MadePhoto.item("image/jpeg", "Primary", length: "9950", padding: "50")
            + MadePhoto.item("video/mp4", "MotionPhoto", length: "\(video.count)")
        let photo = MadePhoto.jpeg(directory(items))
        let padding = [UInt8](repeating: 1, count: 10_000 - photo.count)
        expect(photo + padding + video + Array("a trailer".utf8), .container, at: 10_000, stillTime: nil)
    }

    @Test func `imports 4.1: names count by their namespace, and properties can be elements`() {
        let packet = """
            <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:c="http://ns.google.com/photos/1.0/camera/"><r:Description
            xmlns:GContainer="http://ns.google.com/photos/1.0/container/">
            <c:MotionPhoto>1</c:MotionPhoto>
            <c:MotionPhotoPresentationTimestampUs> 700000\n</c:MotionPhotoPresentationTimestampUs>
            <GContainer:Directory xmlns="http://ns.google.com/photos/1.0/container/item/"><r:Seq>
            <r:li r:parseType="Resource"><GContainer:Item r:parseType="Resource">
            <Mime>image/jpeg</Mime><Semantic>Primary</Semantic><Length>0</Length></GContainer:Item></r:li>
            <r:li r:parseType="Resource"><GContainer:Item><r:Description>
            <Mime>video/mp4</Mime><Semantic>MotionPhoto</Semantic><Length><![CDATA[\(video.count)]]></Length>
            </r:Description></GContainer:Item></r:li>
            </r:Seq></GContainer:Directory></r:Description></r:RDF>
            """
        let photo = MadePhoto.jpeg(packet)
        expect(photo + video, .container, at: photo.count, stillTime: 0.7)
    }

    @Test func `imports 4.1: MicroVideoOffset counts from the end`() {
        let photo = MadePhoto.jpeg(MadePhoto.microVideo(offset: "\(video.count)"))
        expect(photo + video, .microVideo, at: photo.count, stillTime: 0.5)
    }

    @Test(arguments: ["heic", "avif"]) func `imports 4.1: a HEIF file has the video in mpvd, whatever its lengths`(
        _ brand: String
    ) {
        for (isInData, longNumbers) in [(false, false), (true, true)] {
            let photo = MadePhoto.heif(
                MadePhoto.motionPhoto(length: "77", padding: "199"), brand: brand, isInData: isInData,
                longNumbers: longNumbers)
            let file = photo + MadeVideo.box("mpvd", video) + MadeVideo.box("sefd", [UInt8](repeating: 0, count: 40))
            expect(file, .videoBox, at: photo.count + 8, stillTime: 1.5)
        }
    }

    @Test func `imports 4.1: a HEIF file without mpvd can have a video behind its boxes`() {
        let marked = MadePhoto.heif(MadePhoto.motionPhoto(length: "\(video.count)"))
        expect(marked + video, .container, at: marked.count, stillTime: 1.5)
        let unmarked = MadePhoto.heif(MadePhoto.packet(""))
        expect(unmarked + video, .scan, at: unmarked.count, stillTime: nil)
    }

    @Test func `imports 4.1: Samsung's trailer names the block with the video`() {
        let photo = MadePhoto.jpeg()
        let trailer = MadePhoto.samsung([
            MadePhoto.dateBlock, (0x0A30, "MotionPhoto_Data", video), MadePhoto.dateBlock,
        ])
        expect(photo + trailer, .samsung, at: photo.count + 8 + 14 + 13 + 8 + 16, stillTime: nil)
    }

    @Test func `imports 4.1: OPPO's VideoLength, time and trailer`() {
        let opposite = #"xmlns:OpCamera="http://ns.oplus.com/photos/1.0/camera/""#
        let attributes =
            "\(opposite) OpCamera:VideoLength=\"\(video.count)\""
            + " OpCamera:MotionPhotoPrimaryPresentationTimestampUs=\"900000\""
        let photo = MadePhoto.jpeg(MadePhoto.packet(attributes))
        expect(photo + video, .container, at: photo.count, stillTime: 0.9)
        // The length doesn't count the trailer.
        expect(photo + video + Array("jxrs and more".utf8), .scan, at: photo.count, stillTime: 0.9)
        let known = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(video.count + 300)"))
        expect(known + video + [UInt8](repeating: 0x7B, count: 300), .container, at: known.count, stillTime: 1.5)
    }

    @Test(arguments: [-8, -1, 0, 1, 40]) func `imports 4.1: Huawei's length can differ by some bytes`(_ difference: Int)
    {
        let photo = MadePhoto.jpeg()
        let file = photo + video + MadePhoto.huawei(video.count + difference)
        expect(file, .huawei, at: photo.count, stillTime: nil)
    }

    @Test func `imports 4.1: an unknown maker's video follows the picture`() {
        let photo = MadePhoto.jpeg()
        expect(photo + video, .scan, at: photo.count, stillTime: nil)
        let padding = Array("some vendor's data".utf8)
        expect(photo + padding + video + padding, .scan, at: photo.count + padding.count, stillTime: nil)
    }

    @Test func `imports 4.1: the scan skips the pictures of the index`() {
        func file(_ decoy: [UInt8]) -> (file: [UInt8], start: Int) {
            let second: [UInt8] = [0xFF, 0xD8] + decoy + [0xFF, 0xD9]
            let size = MadePhoto.jpeg(nil, MadePhoto.index([(0, 0), (0, 0)])).count
            // The offset counts from the byte order behind the marker, the length and the mark.
            let index = MadePhoto.index([(size, 0), (second.count, size - 10)])
            let photo = MadePhoto.jpeg(nil, index)
            return (photo + second + video, photo.count + second.count)
        }
        let made = file(video)
        expect(made.file, .scan, at: made.start, stillTime: nil)
    }

    @Test func `imports 4.1: an index that isn't true doesn't hide a video`() {
        let photo = MadePhoto.jpeg(nil, MadePhoto.index([(300, 0), (100_000, 50), (.max, 1_000)]))
        expect(photo + video, .scan, at: photo.count, stillTime: nil)
        let other = MadePhoto.jpeg(nil, MadePhoto.index([(photo.count, 0), (video.count, photo.count - 10)]))
        expect(other + video, .scan, at: other.count, stillTime: nil)
    }

    @Test func `imports 4.1: marks are tried in order, and a later one counts if an earlier one fails`() {
        let trailer = MadePhoto.samsung([(0x0A30, "MotionPhoto_Data", video)])
        let wrong = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "50"))
        expect(wrong + trailer, .samsung, at: wrong.count + 24, stillTime: 1.5)
        let size = trailer.count - 24
        let right = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(size)"))
        expect(right + trailer, .container, at: right.count + 24, stillTime: 1.5)
        let offset = MadePhoto.jpeg(
            directory(
                MadePhoto.item("video/mp4", "MotionPhoto", length: "9"),
                MadePhoto.camera + " GCamera:MicroVideoOffset=\"\(video.count)\""))
        expect(offset + video, .microVideo, at: offset.count, stillTime: nil)
        let lying = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "50"))
        expect(lying + video + MadePhoto.huawei(7), .scan, at: lying.count, stillTime: 1.5)
    }

    @Test func `a QuickTime movie has its brand`() throws {
        let movie = MadeVideo.fileType("qt  ") + MadeVideo.movie() + MadeVideo.mediaData
        let photo = try #require(find(MadePhoto.jpeg() + movie))
        #expect(photo.majorBrand == "qt  ")
        #expect(photo.isQuickTime)
    }
}
