import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What cameras wrote, and what exiftool says of it.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealMediaTests {
    @Test(
        "subtypes of pictures and movies are recognized",
        arguments: [
            ("special/hdr-portrait/IMG_0401_HDR.JPG", .photoHDR),
            ("special/hdr-portrait/IMG_0402_portrait.JPG", .photoDepthEffect),
            ("special/panorama/IMG_0400_panorama.JPG", .photoPanorama),
            ("special/screenshot/IMG_0500.PNG", .photoScreenshot),
            ("special/screenshot/bench-01.png", .photoScreenshot),
            ("heic/IMG_2682.heic", .photoHDR),
            // Depth and gain maps beside a picture are not what makes its kind.
            ("heic/IMG_0307.HEIC", []), ("heic/ski-throne.heic", []), ("heic/IMG_8062.HEIC", []),
            ("live-photos/real-pair/IMG_7943.HEIC", []), ("formats/ultrahdr.jpg", []),
            ("formats/cat.gif", .photoAnimation), ("formats/test.gif", .photoAnimation),
            ("formats/test.webp", .photoAnimation), ("formats/flower.webp", []), ("formats/denali.webp", []),
            ("corrupt/river-truncated.heic", .photoPanorama),
            ("videos/derived/slowmo-240fps.mov", .videoHighFrameRate),
            ("videos/derived/timelapse-30x.mov", []), ("videos/video.mp4", []),
            ("live-photos/real-pair/IMG_7943_HEVC.MOV", []),
        ] as [(String, MediaProbe.Subtypes)])
    func subtypes(_ path: String, _ subtypes: MediaProbe.Subtypes) throws {
        #expect(try Probing.realMedia(path)?.subtypes == subtypes)
    }

    @Test(
        "an animation's frames are counted", arguments: [("cat.gif", 22), ("test.gif", 10), ("test.webp", 10)])
    func frames(_ name: String, _ count: Int) throws {
        #expect(try Probing.realMedia("formats/\(name)")?.frameCount == count)
    }

    @Test(
        "the picture and movie of a Live Photo share an identifier",
        arguments: [
            (
                "jpeg-pair/IMG_0200.JPG", "jpeg-pair/IMG_0200.MOV",
                "5C0A4A3E-2E64-4A46-9E42-7B2F7D9E0B31"
            ),
            (
                "photokit-pair/test_live.HEIC", "photokit-pair/test_live.MOV",
                "66ED47F2-E0C3-4709-8468-79070E46AF2C"
            ),
            (
                "real-pair/IMG_7943.HEIC", "real-pair/IMG_7943_HEVC.MOV",
                "9B539AB8-A668-4FA6-9207-EB653A5E7E3C"
            ),
        ])
    func livePhotos(_ picture: String, _ movie: String, _ identifier: String) throws {
        #expect(try Probing.realMedia("live-photos/\(picture)")?.contentIdentifier == identifier)
        #expect(try Probing.realMedia("live-photos/\(movie)")?.contentIdentifier == identifier)
    }

    @Test("two files with the same name are no pair", arguments: ["IMG_0300.JPG", "IMG_0300.MOV"])
    func noPair(_ name: String) throws {
        let probe = try #require(try Probing.realMedia("live-photos/not-a-pair/\(name)"))
        #expect(probe.contentIdentifier == nil)
    }

    @Test(
        "pictures of a burst share its identifier",
        arguments: [
            ("burst-A", 101...106, "3F1B6C54-6B7C-4A0E-9E1B-0C5E7B1D2A10"),
            ("burst-B", 110...113, "A97D2E10-55C3-4F7B-8D3E-6B1F0E9C4D22"),
        ])
    func bursts(_ folder: String, _ numbers: ClosedRange<Int>, _ identifier: String) throws {
        for number in numbers {
            let probe = try Probing.realMedia("bursts/\(folder)/IMG_0\(number).JPG")
            #expect(probe?.burstIdentifier == identifier)
        }
        let single = try #require(try Probing.realMedia("bursts/IMG_0109.JPG"))
        #expect(single.burstIdentifier == nil)
    }

    @Test func `slow motion has its frame rate`() throws {
        let probe = try #require(try Probing.realMedia("videos/derived/slowmo-240fps.mov"))
        let rate = try #require(probe.frameRate)
        #expect(abs(rate - 240) < 1)
    }

    @Test func `every corrupt file is answered or refused`() throws {
        let folder = RealMedia.folder.appendingPathComponent("corrupt")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 20)
        for name in names {
            do {
                _ = try Probing.realMedia("corrupt/\(name)")
            } catch let error as MediaError {
                #expect(error.code == .unreadable || error.code == .limitExceeded)
            }
        }
    }

    @Test func `every file with an intact header can be probed with random bytes in it`() throws {
        var generator = SeededGenerator(seed: 7)
        for path in [
            "heic/img_751.heic", "live-photos/photokit-pair/test_live.HEIC", "formats/test.avif", "formats/test.webp",
            "formats/exif.png", "bursts/burst-B/IMG_0110.JPG", "metadata/digikam.jpg", "formats/test.tiff",
            "metadata/makernotes/Nikon.jpg", "metadata/makernotes/Apple.jpg",
        ] {
            let original = try Data(contentsOf: RealMedia.folder.appendingPathComponent(path))
            for _ in 0..<60 {
                var data = original
                for _ in 0..<8 {
                    data[Int.random(in: 0..<min(data.count, 6000), using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                do throws(MediaError) {
                    _ = try Probing.picture(data, named: path)
                } catch {
                    #expect(error.code == .unreadable || error.code == .limitExceeded)
                }
            }
        }
    }
}
