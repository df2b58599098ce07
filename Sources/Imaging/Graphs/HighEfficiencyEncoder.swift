import CLibHeif
import Foundation
import MediaRequests
import Pixels

/// Encodes rows as HEIC with libheif and libx265. Only the role of exports may run the encoder.
struct HighEfficiencyEncoder {
    private let file: GraphRequest.File
    private let size: PixelSize
    private let profile: [UInt8]
    private let metadata: MetadataBlocks

    init(_ file: GraphRequest.File, size: PixelSize, profile: [UInt8], metadata: MetadataBlocks = MetadataBlocks()) {
        self.file = file
        self.size = size
        self.profile = profile
        self.metadata = metadata
    }

    func encode(_ rows: GraphPipeline.Image, _ pipeline: GraphPipeline) throws(MediaError) -> Data {
        let isDeep = file.bitsPerComponent > 8
        var image: OpaquePointer?
        try check(
            heif_image_create(
                Int32(size.width), Int32(size.height), heif_colorspace_RGB,
                isDeep ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB, &image))
        defer { heif_image_release(image) }
        try check(
            heif_image_add_plane(
                image, heif_channel_interleaved, Int32(size.width), Int32(size.height),
                Int32(file.bitsPerComponent)))
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
            throw MediaError(.exhausted, "There is no memory for the picture.")
        }
        let rowSize = size.width * 3 * (isDeep ? 2 : 1)
        let target = RowTarget(plane, stride: Int(stride), limit: size.height)
        try PixelRows(width: rowSize) { (bytes) throws(MediaError) in target.append(bytes, rowSize) }
            .run(pipeline, rows)
        try check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count))
        return try encode(image)
    }

    private func encode(_ image: OpaquePointer?) throws(MediaError) -> Data {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
        defer { heif_encoder_release(encoder) }
        try check(heif_encoder_set_lossy_quality(encoder, Int32((file.quality * 100).rounded())))
        // libx265's pool of threads asks for the machine's processors and memory nodes.
        for (name, value) in [("x265:pools", "none"), ("x265:frame-threads", "1"), ("preset", "fast")] {
            _ = heif_encoder_set_parameter(encoder, name, value)
        }
        let chroma = file.keepsFullColourResolution && file.quality >= 1 ? "444" : "420"
        _ = heif_encoder_set_parameter_string(encoder, "chroma", chroma)
        var handle: OpaquePointer?
        try check(heif_context_encode_image(context, image, encoder, nil, &handle))
        defer { heif_image_handle_release(handle) }
        if let exif = metadata.exif, let count = Int32(exactly: exif.count) {
            try check(heif_context_add_exif_metadata(context, handle, exif, count))
        }
        if let packet = metadata.wholePacket?.bytes, let count = Int32(exactly: packet.count) {
            try check(heif_context_add_XMP_metadata(context, handle, packet, count))
        }
        let output = FileBytes()
        var writer = heif_writer()
        writer.writer_api_version = 1
        writer.write = { _, bytes, count, context in
            guard let bytes, let context else {
                return heif_error(code: heif_error_Encoding_error, subcode: heif_suberror_Unspecified, message: nil)
            }
            Unmanaged<FileBytes>.fromOpaque(context).takeUnretainedValue().data.append(
                bytes.assumingMemoryBound(to: UInt8.self), count: count)
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        try check(heif_context_write(context, &writer, Unmanaged.passUnretained(output).toOpaque()))
        return output.data
    }

    private func check(_ error: heif_error) throws(MediaError) {
        guard error.code != heif_error_Ok else { return }
        let text = error.message.map { String(cString: $0) } ?? ""
        throw MediaError(
            error.code == heif_error_Memory_allocation_error ? .limitExceeded : .unsupported,
            "The picture can't be encoded as HEIC: \(text)")
    }
}

private final class FileBytes {
    var data = Data()
}

/// Copies rows into a plane.
private final class RowTarget {
    private let plane: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private let limit: Int
    private var row = 0

    init(_ plane: UnsafeMutablePointer<UInt8>, stride: Int, limit: Int) {
        self.plane = plane
        self.stride = stride
        self.limit = limit
    }

    func append(_ bytes: UnsafeRawBufferPointer, _ rowSize: Int) {
        guard let base = bytes.baseAddress else { return }
        for start in Swift.stride(from: 0, to: bytes.count, by: rowSize) where row < limit {
            memcpy(plane + row * stride, base + start, rowSize)
            row += 1
        }
    }
}
