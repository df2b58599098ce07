import MediaContainers
import Testing

@testable import MotionPhotos

/// Files that mislead readers.
@Suite struct MotionPhotoTrapTests {
    private let video = MadeVideo.whole

    @Test func `imports 4.3: a flag without a video is that of a plain photo`() {
        let whole = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(video.count)"))
        #expect(find(whole + video) != nil)
        #expect(find(whole) == nil)
        #expect(find(MadePhoto.jpeg(MadePhoto.microVideo(offset: "800"))) == nil)
        #expect(find(MadePhoto.heif(MadePhoto.motionPhoto(length: "300"))) == nil)
        #expect(find(MadePhoto.heif(MadePhoto.motionPhoto(length: "300")) + MadeVideo.box("mpvd")) == nil)
        #expect(find(MadePhoto.jpeg() + MadePhoto.samsung([(0x0A30, "MotionPhoto_Data", [1, 2, 3])])) == nil)
        #expect(find(MadePhoto.jpeg() + MadePhoto.huawei(500)) == nil)
    }

    @Test func `imports 4.3: a flag of 0 doesn't hide a video`() {
        let photo = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(video.count)", flag: "0"))
        #expect(find(photo + video)?.mark == .container)
        let unmarked = MadePhoto.jpeg(MadePhoto.packet("\(MadePhoto.camera) GCamera:MotionPhoto=\"0\""))
        #expect(find(unmarked + video)?.mark == .scan)
    }

    @Test func `imports 4.3: the standard packet is read with the extended packet that belongs to it`() {
        let digest = "0123456789ABCDEF0123456789ABCDEF"
        let note = #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(digest)""#
        let items =
            MadePhoto.item("image/jpeg", "Primary", length: "0")
            + MadePhoto.item("video/mp4", "MotionPhoto", length: "\(video.count)")
        let directory = MadePhoto.packet(
            "\(MadePhoto.camera) \(MadePhoto.container) GCamera:MotionPhotoPresentationTimestampUs=\"2\"",
            "<Container:Directory><rdf:Seq>\(items)</rdf:Seq></Container:Directory>")
        let standard = MadePhoto.packet(
            "\(MadePhoto.camera) \(note) GCamera:MotionPhotoPresentationTimestampUs=\"1000000\"")

        let both = MadePhoto.jpeg(standard, MadePhoto.extended(directory, digest: digest))
        let photo = find(both + video)
        #expect(photo?.mark == .container)
        #expect(photo?.stillTime == 1)

        // The packet of another photo, an incomplete one, and parts that lie about the packet.
        let others = [
            MadePhoto.extended(directory, digest: "F" + digest.dropFirst()),
            Array(MadePhoto.extended(directory, digest: digest).dropFirst(377)),
            MadePhoto.extended(directory, digest: digest) + MadePhoto.extended(standard, digest: digest),
        ]
        for segments in others {
            #expect(find(MadePhoto.jpeg(standard, segments) + video)?.mark == .scan)
        }
    }

    @Test func `imports 4.3: values of the standard packet take precedence`() {
        let digest = "0123456789ABCDEF0123456789ABCDEF"
        let note = #"xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="\#(digest)""#
        let standard = MadePhoto.packet("\(MadePhoto.camera) \(note) GCamera:MicroVideoOffset=\"\(video.count)\"")
        let extended = MadePhoto.packet("\(MadePhoto.camera) GCamera:MicroVideoOffset=\"12\"")
        let photo = MadePhoto.jpeg(standard, MadePhoto.extended(extended, digest: digest))
        #expect(find(photo + video)?.mark == .microVideo)
    }

    @Test func `imports 4.3: bytes of ftyp that don't start a video are passed over`() {
        let decoys = Array("ftyp".utf8) + MadeVideo.fileType() + MadeVideo.fileType("avif") + MadeVideo.box("meta")
        let photo = MadePhoto.jpeg(nil, MadePhoto.segment(0xE5, video))
        let found = find(photo + decoys + video)
        #expect(found?.videoRange == photo.count + decoys.count..<photo.count + decoys.count + video.count)
    }

    @Test func `imports 4.3: of two videos, the marked one counts, or else the first one`() {
        let second = MadeVideo.fileType("isom") + MadeVideo.movie() + MadeVideo.mediaData
        let marked = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(second.count)"))
        #expect(find(marked + video + second)?.majorBrand == "isom")
        #expect(find(MadePhoto.jpeg() + video + second)?.majorBrand == "mp42")
    }

    @Test func `imports 4.3: a truncated download isn't a motion photo`() {
        let jpeg = MadePhoto.jpeg(MadePhoto.motionPhoto(length: "\(video.count)"))
        let heif = MadePhoto.heif(MadePhoto.motionPhoto(length: "\(video.count)"))
        for file in [jpeg + video, heif + MadeVideo.box("mpvd", video), MadePhoto.jpeg() + video] {
            #expect(find(file) != nil)
            for end in 0..<file.count where find(Array(file.prefix(end))) != nil { Issue.record("\(end)") }
        }
    }

    @Test(arguments: [
        "-1", "0", "1", "-9223372036854775808", "9223372036854775807", "18446744073709551615", "281474976710656",
        "1e3", "", " ", "0x10", "１２",
    ])
    func `imports 4.3: impossible lengths are ignored`(_ length: String) {
        let photos = [
            MadePhoto.jpeg(MadePhoto.motionPhoto(length: length)),
            MadePhoto.jpeg(MadePhoto.motionPhoto(length: length, padding: length)),
            MadePhoto.jpeg(MadePhoto.microVideo(offset: length)),
            MadePhoto.jpeg(
                MadePhoto.motionPhoto(
                    length: "\(video.count)", others: MadePhoto.item("a/b", "MotionPhoto", length: length))),
        ]
        for (photo, isMarked) in zip(photos, [false, false, false, true]) {
            #expect(find(photo + video)?.mark == (isMarked ? .container : .scan))
            #expect(find(photo) == nil)
        }
    }

    @Test func `imports 4.3: a position in the photo isn't the video`() {
        let photo = MadePhoto.heif(MadePhoto.packet(""))
        let whole =
            MadePhoto.heif(
                MadePhoto.packet(MadePhoto.camera + " GCamera:MicroVideoOffset=\"9999\"")) + [0, 0]
        #expect(find(photo) == nil)
        #expect(find(whole) == nil)
    }

    @Test func `imports 4.3: a directory with more than 1,000 items isn't read`() {
        func photo(_ count: Int) -> [UInt8] {
            let items = String(repeating: "<rdf:li/>", count: count - 1)
            let last = MadePhoto.item("video/mp4", "MotionPhoto", length: "\(video.count)")
            return MadePhoto.jpeg(
                MadePhoto.packet(
                    MadePhoto.container,
                    "<Container:Directory><rdf:Seq>\(items)\(last)</rdf:Seq></Container:Directory>"))
        }
        #expect(find(photo(1_000) + video)?.mark == .container)
        #expect(find(photo(1_001) + video)?.mark == .scan)
    }

    @Test func `imports 4.3: Samsung's trailer can't lead out of the file`() {
        let photo = MadePhoto.jpeg()
        let trailer = MadePhoto.samsung([(0x0A30, "MotionPhoto_Data", video)])
        let index = photo.count + trailer.count - 8 - 24
        // The count, the distance, the size, the length of the index, and the length of the name.
        for place in [index + 8, index + 16, index + 20, index + 24, photo.count + 4] {
            for value in [0, 1, 11, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var file = photo + trailer
                file.replaceSubrange(place..<place + 4, with: MadePhoto.littleEndian(value, 4))
                guard let found = find(file) else { continue }
                #expect(found.videoRange == photo.count + 24..<photo.count + 24 + video.count)
            }
        }
    }

    @Test func `imports 4.3: boxes with sizes that lead back or nowhere end the chain`() throws {
        let video = MadeVideo.fileType() + MadeVideo.movie([MadeVideo.track()]) + MadeVideo.mediaData
        func find(_ type: String, _ size: Int) throws -> MotionPhoto? {
            var changed = video
            let place = try #require(changed.firstRange(of: Array(type.utf8))?.lowerBound)
            changed.replaceSubrange(place - 4..<place, with: MadeVideo.number(size, 4))
            return MotionPhotosTests.find(MadePhoto.jpeg() + changed)
        }
        for type in ["ftyp", "moov", "trak", "mdia", "mdat", "hdlr"] {
            for size in [1, 2, 7, 8] { #expect(try find(type, size) == nil, "\(type) \(size)") }
        }
        for type in ["ftyp", "moov", "mdat"] {
            for size in [0x7FFF_FFFF, 0xFFFF_FFFF] { #expect(try find(type, size) == nil, "\(type) \(size)") }
        }
        // The box that contains these limits them, as in decoders. A size of 0 means the rest.
        for type in ["trak", "mdia", "mdat"] { #expect(try find(type, 0)?.videoRange.count == video.count) }
        for type in ["trak", "mdia"] { #expect(try find(type, 0x7FFF_FFFF)?.videoRange.count == video.count) }
    }

    @Test func `imports 4.3: declared entities are refused, and others are missing values`() {
        let whole = MadePhoto.motionPhoto(length: "\(video.count)")
        let entity = "<!DOCTYPE x [<!ENTITY a \"1\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
        #expect(find(MadePhoto.jpeg(entity + whole) + video)?.mark == .scan)
        #expect(find(MadePhoto.jpeg(MadePhoto.motionPhoto(length: "&length;")) + video)?.mark == .scan)
        let references = "\(video.count)".unicodeScalars.map { "&#\($0.value);" }.joined()
        #expect(find(MadePhoto.jpeg(MadePhoto.motionPhoto(length: references)) + video)?.mark == .container)
        // The properties before an error count.
        #expect(find(MadePhoto.jpeg(whole.replacing("</x:xmpmeta>", with: "</y>")) + video)?.mark == .container)
    }

    @Test func `imports 4.3: deep elements and shadowed prefixes`() {
        let deep = String(repeating: "<a>", count: 70)
        #expect(find(MadePhoto.jpeg(deep + MadePhoto.microVideo(offset: "\(video.count)")) + video)?.mark == .scan)
        let shadowed = MadePhoto.packet(
            MadePhoto.camera,
            "<a xmlns:GCamera=\"urn:b\" GCamera:MicroVideoOffset=\"9\"/><GCamera:MicroVideoOffset>\(video.count)"
                + "</GCamera:MicroVideoOffset>")
        #expect(find(MadePhoto.jpeg(shadowed) + video)?.mark == .microVideo)
    }

    @Test func `other formats and movies aren't motion photos`() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(find(png + video) == nil)
        #expect(find(video) == nil)
        #expect(find(video + video) == nil)
        #expect(find(MadeVideo.fileType("heic") + MadeVideo.movie() + MadeVideo.box("mpvd", video)) == nil)
        #expect(find(MadeVideo.fileType() + MadeVideo.box("meta", [0, 0, 0, 0]) + MadeVideo.box("mpvd", video)) == nil)
        #expect(find([]) == nil)
        #expect(find([0xFF, 0xD8]) == nil)
    }
}
