import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// HDR renditions from the worker to its host.
@Suite(.blocking) struct HDRAnswerTests {
    private static func file(width: Int, height: Int) throws -> Data {
        let colours = (0..<width * height).flatMap { index -> [UInt8] in
            [UInt8(truncatingIfNeeded: index * 7), 120, 200]
        }
        let gains = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 3) }
        return SampleMedia.gainMapJPEG(
            base: try SampleFile.jpeg(width: width, height: height, TJPF_RGB, samples: colours),
            map: try SampleFile.jpeg(width: width, height: height, TJPF_GRAY, samples: gains),
            .standard(SampleGainMap().standard()))
    }

    @Test("a worker's rendition is the decoder's", arguments: [(64, 48), (33, 17)])
    func answer(_ width: Int, _ height: Int) throws {
        let file = try Self.file(width: width, height: height)
        let request = RenderRequest(filename: "", sizes: [.full, .longSide(15)], headroom: 0)
        let rendering = try WorkerPool.shared().render(file, request)
        let expected = try #require(try Rendered.rendering(file, [.full, .longSide(15)], headroom: 0))
        for (picture, other) in zip(rendering.pictures, expected.pictures) {
            #expect(picture.pixels == other.pixels)
            let (hdr, otherHDR) = (try #require(picture.hdr), try #require(other.hdr))
            #expect(hdr.headroom == otherHDR.headroom)
            #expect(hdr.withBytes { Data($0) } == otherHDR.withBytes { Data($0) })
        }
        let plain = try WorkerPool.shared().render(file, RenderRequest(filename: "", sizes: [.full]))
        #expect(plain.pictures[0].hdr == nil)
        #expect(try WorkerPool.shared().probe(file, filename: "").contentHeadroom == 4)
    }

    @Test func `the host rejects renditions that no sound worker sends`() throws {
        let picture = Bitmap(width: 4, height: 3, hasAlpha: false) { _ in }
        let hdr = HDRBitmap(width: 4, height: 3, hasAlpha: false, headroom: 2) { pixels in
            pixels.initializeMemory(as: UInt8.self, repeating: 0)
        }
        var layout = PictureLayout(Rendering(pictures: [picture.with(hdr: hdr)]))
        let request = RenderRequest(filename: "", sizes: [.full], headroom: 2)
        let sizes = try #require(layout.sizes(for: request))
        #expect(layout.byteCount(for: sizes) == 4 * 3 * 12)
        // Without a request for it, or brighter than requested.
        #expect(layout.sizes(for: RenderRequest(filename: "", sizes: [.full])) == nil)
        #expect(layout.sizes(for: RenderRequest(filename: "", sizes: [.full], headroom: 1.5)) == nil)
        for headroom in [0, -1, .infinity, .nan, 1e9] as [Double] {
            layout.pictures[0].headroom = headroom
            #expect(layout.sizes(for: RenderRequest(filename: "", sizes: [.full], headroom: 0)) == nil)
        }
        // Larger than both renditions may be together.
        layout.pictures[0].headroom = 2
        (layout.pictures[0].width, layout.pictures[0].height) = (10_000, 9_000)
        #expect(layout.byteCount(for: sizes) == nil)
        layout.pictures[0].headroom = nil
        #expect(layout.byteCount(for: sizes) != nil)
    }
}
