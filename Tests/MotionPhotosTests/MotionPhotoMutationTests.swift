import Testing

@testable import MotionPhotos

/// Random changes of motion photos.
@Suite struct MotionPhotoMutationTests {
    /// The generator SplitMix64.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private static let files: [[UInt8]] = {
        let video = MadeVideo.whole
        let packet = MadePhoto.motionPhoto(length: "\(video.count)")
        let digest = "0123456789ABCDEF0123456789ABCDEF"
        let note = MadePhoto.packet("xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='\(digest)'")
        return [
            MadePhoto.jpeg(packet, sampleCount: 50) + video,
            MadePhoto.jpeg(note, MadePhoto.extended(packet, digest: digest), sampleCount: 50) + video,
            MadePhoto.jpeg(MadePhoto.microVideo(offset: "\(video.count)"), sampleCount: 50) + video,
            MadePhoto.jpeg(nil, MadePhoto.index([(100, 0), (50, 90)]), sampleCount: 50) + video,
            MadePhoto.jpeg(sampleCount: 50) + MadePhoto.samsung([(0x0A30, "MotionPhoto_Data", video)]),
            MadePhoto.jpeg(sampleCount: 50) + video + MadePhoto.huawei(video.count),
            MadePhoto.heif(packet) + MadeVideo.box("mpvd", video),
            MadePhoto.heif(packet, brand: "avif", isInData: true, longNumbers: true) + video,
        ]
    }()

    @Test(arguments: 0..<8) func `imports 4.3: no change of a file stops the search, and ranges lie in the file`(
        _ index: Int
    ) {
        var random = Generator(state: UInt64(index))
        var (found, missed) = (0, 0)
        let interesting: [UInt8] = [0, 1, 7, 8, 0x7F, 0x80, 0xD9, 0xDA, 0xFF, UInt8(ascii: "<"), UInt8(ascii: "&")]
        for _ in 0..<1_000 {
            var file = Self.files[index]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<file.count, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0: file.removeSubrange(place..<min(file.count, place + Int.random(in: 0...20, using: &random)))
                case 1: file.insert(contentsOf: file.prefix(30), at: place)
                case 2: file[place] = interesting.randomElement(using: &random) ?? 0
                case 3:
                    for place in place..<min(file.count, place + 4) { file[place] = 0xFF }
                default: file[place] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let photo = find(file) else {
                missed += 1
                continue
            }
            found += 1
            let isInFile = photo.videoRange.lowerBound > 0 && photo.videoRange.upperBound <= file.count
            let type = isInFile ? file[photo.videoRange].dropFirst(4).prefix(4) : []
            if !type.elementsEqual("ftyp".utf8) { Issue.record("\(photo)") }
            if let time = photo.stillTime, time < 0 || time > photo.duration ?? .infinity { Issue.record("\(photo)") }
        }
        #expect(found > 100)
        #expect(missed > 100)
    }
}
