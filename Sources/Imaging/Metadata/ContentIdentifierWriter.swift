package import Foundation
import MediaContainers
package import MediaRequests

/// Writes a Live Photo's content identifier into a photo: the tag 17 of Apple's maker note.
///
/// Nothing is decoded or encoded again. All other metadata stays, except the maker note of another maker, and the
/// thumbnail of a JPEG whose EXIF would otherwise be longer than 64 KB.
package enum ContentIdentifierWriter {
    /// - Parameters:
    ///   - contentIdentifier: Up to 128 characters of ASCII.
    ///   - photo: The bytes of a JPEG or HEIC file.
    /// - Returns: The bytes of the new file.
    /// - Throws: `unsupported` for other formats and for damaged metadata. `limitExceeded` if the EXIF of a JPEG has no
    ///   room.
    package static func write(
        _ contentIdentifier: String, into photo: UnsafeRawBufferPointer
    ) throws(MediaError) -> Data {
        let view = ByteView(photo)
        switch ImageFormat(signatureOf: view) {
        case .jpeg: return try write(contentIdentifier, intoJPEG: view)
        case .highEfficiency: return try write(contentIdentifier, intoContainer: view)
        case .png, .gif, .bitmap, .webp, .tiff, .raw, .photoshop, .jpeg2000:
            throw MediaError(
                .unsupported, "only a JPEG or HEIC file can be the photo of a Live Photo; convert it first")
        case nil: throw MediaError(.notMedia, "not a photo of a kind that albumen knows")
        }
    }

    private static let damaged = MediaError(
        .unsupported, "the photo's EXIF is damaged, so nothing can be added to it; save the photo again first")

    private static func write(
        _ contentIdentifier: String, intoJPEG view: ByteView
    ) throws(MediaError) -> Data {
        var contents = JPEGSegments.metadata(of: view).map(Array.init)
        let index = contents.firstIndex { $0.starts(with: JPEGSegments.exifMark) }
        let old = index.map { Array(contents[$0].dropFirst(JPEGSegments.exifMark.count)) }
        let block = old.map { ExifBlock($0) } ?? ExifBlock.empty
        guard var block, let marked = block.with(contentIdentifier: contentIdentifier) else { throw damaged }
        var exif = marked.bytes
        if exif.count > ExifBlock.limitInBytes, let main = block.number(at: 4, width: 4) {
            block.removeThumbnail(after: main)
            exif = block.with(contentIdentifier: contentIdentifier)?.bytes ?? exif
        }
        guard exif.count <= ExifBlock.limitInBytes else {
            throw MediaError(
                .limitExceeded, "the photo's EXIF is full, so a content identifier can't be added to it")
        }
        let content = JPEGSegments.exifMark + exif
        if let index { contents[index] = content } else { contents.insert(content, at: 0) }
        let segments = contents.map { content in
            JPEGSegments.segment(content.starts(with: JPEGSegments.photoshopMark) ? 0xED : 0xE1, content)
        }
        guard let jpeg = JPEGSegments.replacingMetadata(of: Data(view.bytes), with: segments) else { throw damaged }
        return jpeg
    }

    private static func write(
        _ contentIdentifier: String, intoContainer view: ByteView
    ) throws(MediaError) -> Data {
        guard let reading = HighEfficiencyPicture.read(view) else { throw ImageProber.unreadable }
        let block = reading.structure.exifBlocks.first.map { ExifBlock(Array($0)) } ?? ExifBlock.empty
        guard let exif = block?.with(contentIdentifier: contentIdentifier)?.bytes else { throw damaged }
        guard let file = HighEfficiencyExif.replacing(in: view, with: exif) else {
            throw MediaError(
                .unsupported,
                "the photo's HEIF structure is unusual, so a content identifier can't be added to it; convert the photo "
                    + "to JPEG first")
        }
        return file
    }
}
