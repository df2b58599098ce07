import CLibHeif
import CLibTurboJPEG
import CLittleCMS
import CVipsBridge
import Foundation
import Pixels
import Testing

/// A file's whole picture in its own colours, decoded here and not by what is tested, and the way from them to sRGB by lcms2 in
/// floating point.
struct DeviceReference {
    let size: PixelSize
    private let samples: [UInt8]
    private let bytesPerPixel: Int
    private let format: UInt32
    private let profile: [UInt8]

    private static let floatRGB: UInt32 = 1 << 22 | UInt32(PT_RGB) << 16 | 3 << 3 | 4

    /// Of one component, three, or four inks. Where there is no profile it is sRGB.
    static func jpeg(_ file: Data, componentCount: Int) throws -> DeviceReference {
        let handle = try #require(tjInitDecompress())
        defer { tjDestroy(handle) }
        let (format, space): (TJPF, Int32) =
            switch componentCount {
            case 1: (TJPF_GRAY, PT_GRAY)
            case 4: (TJPF_CMYK, PT_CMYK)
            default: (TJPF_RGB, PT_RGB)
            }
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let bytes = [UInt8](file)
        try #require(
            tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours) == 0)
        var samples = [UInt8](repeating: 0, count: Int(width * height) * componentCount)
        let failure = tjDecompress2(
            handle, bytes, UInt(bytes.count), &samples, width, 0, height, Int32(format.rawValue), 0)
        try #require(failure == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue)
        // Adobe writes how little ink there is.
        if componentCount == 4 { samples = samples.map { 255 - $0 } }
        return DeviceReference(
            size: PixelSize(width: Int(width), height: Int(height)), samples: samples, bytesPerPixel: componentCount,
            format: UInt32(space) << 16 | UInt32(componentCount) << 3 | 1, profile: profile(inJPEG: bytes))
    }

    /// HEIF without alpha.
    static func heif(_ file: Data) throws -> DeviceReference {
        let context = try #require(heif_context_alloc())
        defer { heif_context_free(context) }
        let bytes = [UInt8](file)
        try #require(heif_context_read_from_memory(context, bytes, bytes.count, nil).code == heif_error_Ok)
        var handle: OpaquePointer?
        try #require(heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok)
        defer { heif_image_handle_release(handle) }
        var image: OpaquePointer?
        try #require(
            heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, nil).code
                == heif_error_Ok)
        defer { heif_image_release(image) }
        var stride: Int32 = 0
        let plane = try #require(heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride))
        let width = Int(heif_image_get_width(image, heif_channel_interleaved))
        let height = Int(heif_image_get_height(image, heif_channel_interleaved))
        var samples: [UInt8] = []
        for row in 0..<height { samples += UnsafeBufferPointer(start: plane + row * Int(stride), count: width * 3) }
        var profile = [UInt8](repeating: 0, count: heif_image_handle_get_raw_color_profile_size(handle))
        if !profile.isEmpty { _ = heif_image_handle_get_raw_color_profile(handle, &profile) }
        return DeviceReference(
            size: PixelSize(width: width, height: height), samples: samples, bytesPerPixel: 3,
            format: UInt32(PT_RGB) << 16 | 3 << 3 | 1, profile: profile)
    }

    /// Samples that are known.
    static func samples(
        _ samples: [UInt8], width: Int, height: Int, bytesPerPixel: Int, format: UInt32, profile: [UInt8] = []
    ) -> DeviceReference {
        DeviceReference(
            size: PixelSize(width: width, height: height), samples: samples, bytesPerPixel: bytesPerPixel,
            format: format, profile: profile)
    }

    /// The picture reduced by the mean of what each pixel covers, in sRGB between 0 and 1, row by row.
    func reduced(to target: PixelSize) throws -> [SIMD3<Double>] {
        let transform = try makeTransform()
        defer { cmsDeleteTransform(transform) }
        var sums = [SIMD3<Double>](repeating: .zero, count: target.width * target.height)
        var row = [Float](repeating: 0, count: size.width * 3)
        let columns = Self.shares(of: size.width, in: target.width)
        let lines = Self.shares(of: size.height, in: target.height)
        for y in 0..<size.height {
            samples.withUnsafeBytes { bytes in
                cmsDoTransform(transform, bytes.baseAddress! + y * size.width * bytesPerPixel, &row, UInt32(size.width))
            }
            let (line, share) = lines[y]
            for x in 0..<size.width {
                let (column, part) = columns[x]
                let light = SIMD3(
                    Self.limited(row[x * 3]), Self.limited(row[x * 3 + 1]), Self.limited(row[x * 3 + 2]))
                let place = line * target.width + column
                sums[place] += light * (share * part)
                if part < 1 { sums[place + 1] += light * (share * (1 - part)) }
                guard share < 1 else { continue }
                sums[place + target.width] += light * ((1 - share) * part)
                if part < 1 { sums[place + target.width + 1] += light * ((1 - share) * (1 - part)) }
            }
        }
        let area = Double(size.width * size.height) / Double(target.width * target.height)
        return sums.map { $0 / area }
    }

    /// Returns a sample between 0 and 1. Without optimization, this is many times faster than `clamped` of a vector.
    private static func limited(_ sample: Float) -> Double {
        sample < 0 ? 0 : sample > 1 ? 1 : Double(sample)
    }

    /// For each large pixel the small one in which it starts, and how much of it lies there; the rest lies in the next.
    private static func shares(of length: Int, in count: Int) -> [(Int, Double)] {
        (0..<length).map { index in
            let first = index * count / length
            // The next small pixel's start, in large ones.
            let next = Double((first + 1) * length) / Double(count)
            return (first, first + 1 < count ? min(1, next - Double(index)) : 1)
        }
    }

    private func makeTransform() throws -> cmsHTRANSFORM {
        let target = try #require(cmsCreate_sRGBProfile())
        defer { cmsCloseProfile(target) }
        let source = try #require(
            profile.isEmpty ? cmsCreate_sRGBProfile() : cmsOpenProfileFromMem(profile, UInt32(profile.count)))
        defer { cmsCloseProfile(source) }
        let flags = UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
        return try #require(
            cmsCreateTransform(
                source, format, target, Self.floatRGB, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags))
    }

    /// The profile's parts, which files of this collection have in order.
    private static func profile(inJPEG bytes: [UInt8]) -> [UInt8] {
        var profile: [UInt8] = []
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            let content = bytes[min(bytes.count, offset + 4)..<min(bytes.count, offset + 2 + length)]
            if bytes[offset + 1] == 0xE2, content.starts(with: Array("ICC_PROFILE\0".utf8)) {
                profile += content.dropFirst(14)
            }
            offset += 2 + length
        }
        return profile
    }
}
