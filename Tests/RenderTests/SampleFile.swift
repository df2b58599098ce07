import AlbumenTestSupport
import CLibTurboJPEG
import CLittleCMS
import Foundation
import Pixels
import Testing

/// Picture files of kinds that the project itself never writes.
enum SampleFile {
    enum PNGKind: UInt8 {
        case grey = 0
        case rgb = 2
        case greyWithAlpha = 4
        case rgbWithAlpha = 6
    }

    /// - Parameter samples: of all rows, most significant byte first.
    static func png(
        width: Int, height: Int, _ kind: PNGKind, depth: UInt8 = 8, samples: [UInt8], profile: [UInt8]? = nil
    ) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func chunk(_ type: String, _ content: [UInt8]) {
            let body = Array(type.utf8) + content
            data += SampleMedia.bigEndian32(content.count) + body
            data += SampleMedia.bigEndian32(Int(Checksum.crc32(body)))
        }
        let size = SampleMedia.bigEndian32(width) + SampleMedia.bigEndian32(height)
        chunk("IHDR", size + [depth, kind.rawValue, 0, 0, 0])
        if let profile { chunk("iCCP", Array("profile\0\0".utf8) + SampleMedia.zlibStored(profile)) }
        let rowSize = samples.count / height
        let rows: [UInt8] = (0..<height).flatMap { (row: Int) -> [UInt8] in
            [0] + Array(samples[row * rowSize..<(row + 1) * rowSize])
        }
        chunk("IDAT", SampleMedia.zlibStored(rows))
        chunk("IEND", [])
        return data
    }

    /// A PNG that says it is of this size and holds next to nothing.
    static func hollowPNG(width: Int, height: Int) -> Data {
        png(width: width, height: height, .grey, samples: [UInt8](repeating: 0, count: 4), rowCount: 1)
    }

    private static func png(
        width: Int, height: Int, _ kind: PNGKind, samples: [UInt8], rowCount: Int
    ) -> Data {
        let small = png(width: 4, height: rowCount, kind, samples: samples)
        var data = small
        let header = Array("IHDR".utf8) + SampleMedia.bigEndian32(width) + SampleMedia.bigEndian32(height)
        let body = header + [8, kind.rawValue, 0, 0, 0]
        data.replaceSubrange(12..<33, with: body + SampleMedia.bigEndian32(Int(Checksum.crc32(body))))
        return data
    }

    /// A JPEG of samples as libjpeg-turbo writes them: of four inks with Adobe's mark.
    static func jpeg(width: Int, height: Int, _ format: TJPF, samples: [UInt8], quality: Int32 = 98) throws -> Data {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let subsampling = format == TJPF_GRAY ? TJSAMP_GRAY : TJSAMP_444
        let failure = tjCompress2(
            handle, samples, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &count,
            Int32(subsampling.rawValue), quality, 0)
        defer { tjFree(buffer) }
        try #require(failure == 0)
        return Data(bytes: try #require(buffer), count: Int(count))
    }

    /// Puts a segment behind a JPEG's first marker.
    static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: Data) -> Data {
        jpeg.prefix(2) + Data([0xFF, marker] + SampleMedia.bigEndian16(content.count + 2) + content) + jpeg.dropFirst(2)
    }

    static func inserting(profile: [UInt8], into jpeg: Data) -> Data {
        inserting(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, into: jpeg)
    }

    static func inserting(orientation: UInt16, into jpeg: Data) -> Data {
        var exif = SampleMedia.Exif()
        exif.orientation = orientation
        return inserting(0xE1, Array("Exif\0\0".utf8) + ExifBlock.bytes(exif), into: jpeg)
    }

    /// Display P3 as an ICC profile.
    static func displayP3() throws -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.329, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.68, y: 0.32, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.69, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        let curve = try #require(cmsBuildParametricToneCurve(nil, 4, &parameters))
        defer { cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        let profile = try #require(cmsCreateRGBProfile(&white, &primaries, &curves))
        defer { cmsCloseProfile(profile) }
        return try bytes(of: profile)
    }

    /// A profile of sRGB.
    static func standard() throws -> [UInt8] {
        let profile = try #require(cmsCreate_sRGBProfile())
        defer { cmsCloseProfile(profile) }
        return try bytes(of: profile)
    }

    /// Grey with a gamma of its own.
    static func grey(gamma: Double) throws -> [UInt8] {
        let curve = try #require(cmsBuildGamma(nil, gamma))
        defer { cmsFreeToneCurve(curve) }
        let profile = try #require(cmsCreateGrayProfile(cmsD50_xyY(), curve))
        defer { cmsCloseProfile(profile) }
        return try bytes(of: profile)
    }

    static func bytes(of profile: cmsHPROFILE) throws -> [UInt8] {
        var count: UInt32 = 0
        try #require(cmsSaveProfileToMem(profile, nil, &count) != 0)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        try #require(cmsSaveProfileToMem(profile, &bytes, &count) != 0)
        return bytes
    }
}
