package import Foundation
import MediaContainers
package import MediaRequests

/// Copies a picture's metadata into a file that was rendered from it.
///
/// The file gets the same EXIF, XMP, IPTC and maker note tags, with these exceptions:
/// - The orientation and the size are those of the rendering.
/// - There are no thumbnails and no pictures in XMP, because they would show the picture before the edit.
/// - Metadata of a file that isn't a JPEG lacks tags that describe the coding of its pixels.
/// - If the EXIF of such a file has more than 64 KB, a JPEG lacks its largest tags, because it can't contain them.
///   Longer XMP continues in segments of its own.
/// - HEIF files have no place for IPTC.
///
/// The rendering's own metadata is replaced, but not its colour profile.
package enum CarriedMetadata {
    /// - Parameters:
    ///   - original: The bytes of the entire original file.
    ///   - rendering: A JPEG without EXIF orientation.
    ///   - width: The width of the JPEG in pixels.
    /// - Returns: The JPEG with the metadata. If the original's metadata can't be read, returns the JPEG without
    ///   metadata.
    /// - Throws: `unreadable` if `rendering` isn't a JPEG.
    package static func carry(
        from original: UnsafeRawBufferPointer, intoJPEG rendering: Data, width: Int, height: Int
    ) throws(MediaError) -> Data {
        let size = CarriedSize(width: width, height: height)
        return try jpeg(rendering, with: MetadataBlocks(of: original).carried(size))
    }

    /// Returns a JPEG with metadata in place of its own.
    static func jpeg(_ rendering: Data, with blocks: MetadataBlocks) throws(MediaError) -> Data {
        var segments: [[UInt8]] = []
        if let exif = blocks.exif, exif.count <= ExifBlock.limitInBytes {
            segments.append(JPEGSegments.segment(0xE1, JPEGSegments.exifMark + exif))
        }
        if let packet = blocks.xmp { segments += XMPPacket(packet).segments }
        segments += blocks.xmpExtensions.map { JPEGSegments.segment(0xE1, $0) }
        segments += JPEGSegments.photoshop(blocks.resources)
        guard let jpeg = JPEGSegments.replacingMetadata(of: rendering, with: segments) else {
            throw MediaError(.unreadable, "the rendering isn't a JPEG")
        }
        return jpeg
    }
}

/// The size and orientation to write into metadata.
struct CarriedSize {
    let width: Int
    let height: Int
    var orientation = 1
}
