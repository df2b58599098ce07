import AlbumenTestSupport
import CLibHeif
import Foundation
import Pixels
import Testing

/// A HEIC encoded by libheif.
enum SampleHEIC {
    /// Writes a picture of `SampleBitmap.gradient`.
    static func write(width: Int, height: Int, to file: URL) throws {
        let context = try #require(heif_context_alloc())
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
        defer { heif_encoder_release(encoder) }
        var image: OpaquePointer?
        try check(
            heif_image_create(
                Int32(width), Int32(height), heif_colorspace_RGB, heif_chroma_interleaved_RGBA, &image))
        defer { heif_image_release(image) }
        try check(heif_image_add_plane(image, heif_channel_interleaved, Int32(width), Int32(height), 8))
        var stride: Int32 = 0
        let plane = try #require(heif_image_get_plane(image, heif_channel_interleaved, &stride))
        let bitmap = SampleBitmap.gradient(width: width, height: height)
        bitmap.withBytes { bytes in
            for row in 0..<height {
                let line = UnsafeRawBufferPointer(
                    rebasing: bytes[row * bitmap.bytesPerRow..<(row + 1) * bitmap.bytesPerRow])
                UnsafeMutableRawPointer(plane + row * Int(stride))
                    .copyMemory(from: line.baseAddress!, byteCount: width * Bitmap.bytesPerPixel)
            }
        }
        try check(heif_context_encode_image(context, image, encoder, nil, nil))
        try check(heif_context_write_to_file(context, file.path(percentEncoded: false)))
    }

    private static func check(_ error: heif_error) throws {
        try #require(error.code == heif_error_Ok, "\(String(cString: error.message))")
    }
}
