import Testing

@testable import MotionPhotos

/// The moment of the photo in the video.
@Suite struct MotionPhotoTimeTests {
    private func stillTime(_ attributes: String, video: [UInt8] = MadeVideo.whole) throws -> Double? {
        let other = #"xmlns:O="http://ns.oplus.com/photos/1.0/camera/""#
        let photo = MadePhoto.jpeg(MadePhoto.packet("\(MadePhoto.camera) \(other) \(attributes)"))
        return try #require(find(photo + video)).stillTime
    }

    @Test(
        arguments: [
            ("0", 0), ("1250000", 1.25), ("-1", nil), ("-2", 0), ("2500000", 2.5), ("2500001", 2.5),
            ("9223372036854775807", 2.5), ("-9223372036854775808", 0), ("99999999999999999999", nil), ("", nil),
            ("1.5", nil), ("one", nil),
        ] as [(String, Double?)])
    func `imports 4.2: a time is clamped to the video, and -1 means that it's unknown`(
        _ text: String, _ expected: Double?
    ) throws {
        #expect(try stillTime("GCamera:MotionPhotoPresentationTimestampUs=\"\(text)\"") == expected)
    }

    @Test func `imports 4.2: the first known time counts`() throws {
        let motion = "GCamera:MotionPhotoPresentationTimestampUs"
        let micro = "GCamera:MicroVideoPresentationTimestampUs"
        let other = "O:MotionPhotoPrimaryPresentationTimestampUs"
        #expect(try stillTime("\(other)='3000' \(micro)='2000' \(motion)='1000'") == 0.001)
        #expect(try stillTime("\(other)='3000' \(micro)='2000' \(motion)='-1'") == 0.002)
        #expect(try stillTime("\(other)='3000'") == 0.003)
        #expect(try stillTime("") == nil)
    }

    @Test func `imports 4.2: without a duration, a time is only kept from being negative`() throws {
        let video = MadeVideo.fileType() + MadeVideo.movie(units: 0) + MadeVideo.mediaData
        #expect(try stillTime("GCamera:MicroVideoPresentationTimestampUs='9000000'", video: video) == 9)
        #expect(try stillTime("GCamera:MicroVideoPresentationTimestampUs='-9'", video: video) == 0)
    }
}
