import AlbumenTestSupport
import CLibHeif
import Foundation
import Testing

/// HEIC files: pictures by libheif's encoder, and grids of them put together here, because libheif writes none.
enum SampleHEIC {
    struct Coding {
        var depth = 8
        var isFullRange = true
        /// ISO/IEC 23091-2's number.
        var matrix: UInt16 = 6
        /// ISO/IEC 23091-2's numbers, or `nil` for the encoder's.
        var primaries: UInt16?
        var transfer: UInt16?
        var compression = heif_compression_HEVC
        var orientation = heif_orientation_normal
    }

    /// - Parameter samples: red, green and blue of all pixels.
    static func picture(width: Int, height: Int, samples: [UInt16], _ coding: Coding = Coding()) throws -> Data {
        let context = try #require(heif_context_alloc())
        defer { heif_context_free(context) }
        let image = try image(width: width, height: height, samples: samples, depth: coding.depth)
        defer { heif_image_release(image) }
        let colours = try #require(heif_nclx_color_profile_alloc())
        defer { heif_nclx_color_profile_free(colours) }
        try check(heif_nclx_color_profile_set_matrix_coefficients(colours, coding.matrix))
        if let primaries = coding.primaries {
            try check(heif_nclx_color_profile_set_color_primaries(colours, primaries))
        }
        if let transfer = coding.transfer {
            try check(heif_nclx_color_profile_set_transfer_characteristics(colours, transfer))
        }
        colours.pointee.full_range_flag = coding.isFullRange ? 1 : 0
        if coding.transfer != nil { try check(heif_image_set_nclx_color_profile(image, colours)) }
        let options = try #require(heif_encoding_options_alloc())
        defer { heif_encoding_options_free(options) }
        options.pointee.output_nclx_profile = colours
        // Otherwise, libheif leaves out the container's colours in HEIC.
        if coding.transfer != nil { options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0 }
        options.pointee.image_orientation = coding.orientation
        var encoder: OpaquePointer?
        try check(heif_context_get_encoder_for_format(context, coding.compression, &encoder))
        defer { heif_encoder_release(encoder) }
        try check(heif_encoder_set_lossy_quality(encoder, 95))
        try check(heif_context_encode_image(context, image, encoder, options, nil))
        return try file(of: context)
    }

    /// A picture of one colour.
    static func picture(width: Int, height: Int, _ colour: [UInt16], _ coding: Coding = Coding()) throws -> Data {
        try picture(width: width, height: height, samples: (0..<width * height).flatMap { _ in colour }, coding)
    }

    private static func image(width: Int, height: Int, samples: [UInt16], depth: Int) throws -> OpaquePointer {
        let chroma = depth > 8 ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB
        var image: OpaquePointer?
        try check(heif_image_create(Int32(width), Int32(height), heif_colorspace_RGB, chroma, &image))
        try check(heif_image_add_plane(image, heif_channel_interleaved, Int32(width), Int32(height), Int32(depth)))
        var stride: Int32 = 0
        let plane = try #require(heif_image_get_plane(image, heif_channel_interleaved, &stride))
        for row in 0..<height {
            let line = samples[row * width * 3..<(row + 1) * width * 3]
            let bytes =
                depth > 8
                ? line.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
                : line.map { UInt8(truncatingIfNeeded: $0) }
            (plane + row * Int(stride)).update(from: bytes, count: bytes.count)
        }
        return try #require(image)
    }

    private static func file(of context: OpaquePointer) throws -> Data {
        let target = Written()
        var writer = heif_writer(
            writer_api_version: 1,
            write: { _, bytes, count, target in
                if let bytes, let target {
                    Unmanaged<Written>.fromOpaque(target).takeUnretainedValue().data += Data(bytes: bytes, count: count)
                }
                return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
            })
        try check(heif_context_write(context, &writer, Unmanaged.passUnretained(target).toOpaque()))
        return target.data
    }

    private final class Written {
        var data = Data()
    }

    private static func check(_ error: heif_error) throws {
        try #require(error.code == heif_error_Ok, "\(error.message.map { String(cString: $0) } ?? "")")
    }
}
