import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// HDR becomes SDR, except in HEVC.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct ColourTests {
    /// Grey of 203 candela, the white of paper, in HLG or PQ.
    private func grey(_ transfer: String, _ sample: Double, in folder: TemporaryFolder) throws -> URL {
        let level = Int((sample * 876 + 64).rounded())
        let source = "color=size=96x64:rate=10:duration=0.3,format=yuv420p10le,geq=lum=\(level):cb=512:cr=512"
        let colours = "colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc"
        return try SampleClip.make(
            "hdr.mov", in: folder,
            [
                "-f", "lavfi", "-i", source, "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
                "log-level=none:qp=4:\(colours)", "-color_trc", transfer, "-color_primaries", "bt2020", "-colorspace",
                "bt2020nc",
            ])
    }

    @Test(arguments: [("smpte2084", 0.5807), ("arib-std-b67", 0.75)])
    func `HDR becomes SDR in H.264 and ProRes`(_ transfer: String, _ sample: Double) throws {
        let folder = try TemporaryFolder()
        let source = try grey(transfer, sample, in: folder)
        for preset in ["highestQuality", "proRes422"] {
            let result = try Exported(try Exported.preset(preset), of: source, in: folder)
            let picture = try result.facts.picture
            #expect(picture.colorTransfer == "bt709", "\(preset)")
            #expect(picture.colorPrimaries == "bt709", "\(preset)")
            #expect(picture.colorSpace == "bt709", "\(preset)")
            #expect(picture.pixFmt == (preset == "proRes422" ? "yuv422p10le" : "yuv420p"))
            // A poster shows this grey as 242 of 255.
            let luma = try #require(try MovieFacts.lumas(of: result.file).first)
            #expect(abs(luma - (16 + 242 * 219 / 255)) <= 5, "\(preset): \(luma)")
        }
    }

    @Test(arguments: [("smpte2084", 0.5807), ("arib-std-b67", 0.75)])
    func `HEVC keeps HDR with 10 bits`(_ transfer: String, _ sample: Double) throws {
        let folder = try TemporaryFolder()
        let source = try grey(transfer, sample, in: folder)
        let result = try Exported(try Exported.preset("hevcHighestQuality"), of: source, in: folder)
        let picture = try result.facts.picture
        #expect(picture.pixFmt == "yuv420p10le")
        #expect(picture.colorTransfer == transfer)
        #expect(picture.colorPrimaries == "bt2020")
        #expect(picture.colorSpace == "bt2020nc")
        let expected = try #require(try MovieFacts.lumas(of: source).first)
        #expect(abs(try #require(try MovieFacts.lumas(of: result.file).first) - expected) <= 2)
    }

    @Test(arguments: ["highestQuality", "hevcHighestQuality"])
    func `edited frames of HDR are SDR with 8 bits, also in HEVC`(_ preset: String) throws {
        let folder = try TemporaryFolder()
        let source = try grey("smpte2084", 0.5807, in: folder)
        let result = try Exported(
            Exported.preset(preset), of: [source], in: folder,
            frames: FrameEditing { frame in
                let pixels = try frame.pixels()
                #expect(pixels.withBytes { abs(Int($0[0]) - 242) <= 5 })
                return FrameGraphs.darkened(frame, stops: 0)
            })
        let picture = try result.facts.picture
        #expect(picture.pixFmt == "yuv420p")
        #expect([picture.colorTransfer, picture.colorPrimaries, picture.colorSpace] == ["bt709", "bt709", "bt709"])
        let luma = try #require(try MovieFacts.lumas(of: result.file).first)
        #expect(abs(luma - (16 + 242 * 219 / 255)) <= 5, "\(luma)")
    }

    @Test func `pixels in RGB become BT.709`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "red.mov", in: folder,
            ["-f", "lavfi", "-i", "color=red:size=64x64:rate=10:duration=0.3", "-c:v", "png", "-pix_fmt", "rgb24"])
        let result = try Exported(try Exported.preset("highestQuality"), of: source, in: folder)
        #expect(try result.facts.picture.colorSpace == "bt709")
        // 16 and 219 times 0.2126.
        let luma = try #require(try MovieFacts.lumas(of: result.file).first)
        #expect(abs(luma - 63) <= 2, "\(luma)")
    }

    @Test func `untagged colours of standard definition get their tags`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.2)
        let picture = try Exported(try Exported.preset("640x480"), of: source, in: folder).facts.picture
        #expect(picture.colorSpace == "smpte170m")
    }

    @Test func `full range becomes video range with the same brightness`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "full.avi", in: folder,
            [
                "-f", "lavfi", "-i", "color=gray:size=64x64:rate=10:duration=0.3,format=yuvj420p", "-c:v", "mjpeg",
                "-q:v", "2",
            ])
        let result = try Exported(try Exported.preset("highestQuality"), of: source, in: folder)
        #expect(try result.facts.picture.colorRange == "tv")
        let luma = try #require(try MovieFacts.lumas(of: result.file).first)
        #expect(abs(luma - (16 + 128 * 219 / 255)) <= 2, "\(luma)")
    }
}
