import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// Pictures of 100 megapixels go through the worker in its sandbox, whole and reduced: no library takes a way there that the
/// sandbox forbids.
@Suite(.blocking, .serialized) struct LargePictureTests {
    private static let side = 10_000

    @Test func `a WebP of 100 megapixels is decoded in memory`() throws {
        let file = try #require(Data(base64Encoded: blackWebP))
        try expectPictures(of: file, "black.webp", sizes: [.longSide(1440), .full])
    }

    /// What libvips' program writes, and what heif-enc does. Takes minutes.
    @Test(
        .enabled(if: TestLength.isLong, "only in script/test --long"),
        arguments: [
            ("baseline.jpg", "[Q=80]"), ("progressive.jpg", "[interlace]"), ("plain.png", "[compression=1]"),
            ("interlaced.png", "[interlace,compression=1]"), ("palette.png", "[palette,compression=1]"),
            ("lossy.webp", "[effort=0]"), ("lossless.webp", "[lossless,effort=0]"),
            ("strips.tif", "[compression=deflate]"), ("lzw.tif", "[compression=lzw]"),
            ("coded.tif", "[compression=jpeg]"), ("big.tif", "[compression=packbits,bigtiff]"),
            ("tiles.tif", "[compression=deflate,tile,tile-width=512,tile-height=512,pyramid]"),
            ("plain.gif", "[effort=1]"), ("plain.jp2", ""), ("plain.bmp", ""),
        ])
    func `each format of 100 megapixels is decoded in the sandbox`(_ name: String, _ options: String) throws {
        let folder = try TemporaryFolder()
        let source = folder.file("source.v")
        try run("vips", "black", source.path, "\(Self.side)", "\(Self.side)", "--bands", "3")
        let plain = folder.file("plain.v")
        try run("vips", "colourspace", source.path, plain.path, "srgb")
        let target = folder.file(name)
        if name.hasSuffix(".bmp") {
            try bitmap().write(to: target)
        } else {
            try run("vips", "copy", plain.path, target.path + options)
        }
        try expectPictures(of: Data(contentsOf: target, options: .mappedIfSafe), name, sizes: [.longSide(1440), .full])
    }

    @Test(.enabled(if: TestLength.isLong, "only in script/test --long"), arguments: ["heic", "avif"])
    func `a 100-megapixel picture that libheif decodes is decoded in the sandbox`(_ format: String) throws {
        let folder = try TemporaryFolder()
        let source = folder.file("source.v")
        try run("vips", "black", source.path, "\(Self.side)", "\(Self.side)", "--bands", "3")
        let picture = folder.file("source.png")
        try run("vips", "pngsave", source.path, picture.path, "--compression", "1")
        let target = folder.file("target.\(format)")
        let coder = format == "heic" ? ["-p", "preset=ultrafast"] : ["-A", "-p", "speed=9"]
        try run(["heif-enc", "-q", "30"] + coder + [picture.path, "-o", target.path])
        try expectPictures(of: Data(contentsOf: target), "a.\(format)", sizes: [.longSide(1440), .full])
    }

    // MARK: Parts

    private func expectPictures(of file: Data, _ name: String, sizes: [RenderRequest.Size]) throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        for size in sizes {
            let rendering = try pool.render(file, RenderRequest(filename: name, sizes: [size]))
            let picture = try #require(rendering.pictures.first)
            #expect(picture.longSide == (size == .full ? Self.side : 1440))
            #expect(rendering.damage == nil)
        }
    }

    private func run(_ words: String...) throws { try run(words) }

    private func run(_ words: [String]) throws {
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/\(words[0])"), Array(words.dropFirst()), environment: ["PATH": "/usr/bin"])
        try #require(outcome.exitStatus == 0, "\(words.joined(separator: " ")): \(outcome.error)")
    }

    /// One bit a pixel.
    private func bitmap() -> Data {
        let row = (Self.side + 31) / 32 * 4
        var file = Data("BM".utf8)
        func add(_ numbers: Int...) {
            for number in numbers { for shift in [0, 8, 16, 24] { file.append(UInt8(number >> shift & 0xFF)) } }
        }
        add(62 + row * Self.side, 0, 62, 40, Self.side, Self.side, 1 | 1 << 16, 0, row * Self.side, 2835, 2835, 2, 2)
        add(0, 0xFFFFFF)
        return file + Data(count: row * Self.side)
    }

    /// As cwebp packs it: 246 bytes.
    private let blackWebP = """
        UklGRu4AAABXRUJQVlA4WAoAAAAIAAAADycADycAVlA4TA4AAAAvD+fDCQcQEf0PRET/A0VYSUa6AAAARXhpZgAASUkqAAgAAAAGABIBAwABAA\
        AAAQAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADo\
        AwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAABAnAAADoAQAAQAAABAnAAAAAAAA
        """
}
