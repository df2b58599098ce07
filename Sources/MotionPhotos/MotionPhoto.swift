package import MediaContainers

/// The video that a motion photo contains.
///
/// The bytes of the file decide, not its name or the flags in its XMP: a photo with `MotionPhoto` 1 but without a whole
/// video is a plain photo, and one with `MotionPhoto` 0 and a whole video is a motion photo.
package struct MotionPhoto: Sendable, Equatable {
    /// The facts that led to the video, in the order in which they're tried.
    package enum Mark: String, Sendable, CaseIterable {
        /// The `mpvd` box of a HEIF file.
        case videoBox
        /// The directory of items in the XMP of Motion Photo 1.0, or `VideoLength` of OPPO.
        case container
        /// `MicroVideoOffset` in the XMP of older cameras.
        case microVideo
        /// The entry `MotionPhoto_Data` in the trailer of Samsung.
        case samsung
        /// The length in the trailer of Huawei and Honor.
        case huawei
        /// No valid mark: a movie follows the picture.
        case scan
    }

    /// A size in pixels.
    package struct PixelSize: Sendable, Equatable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// The bytes of the video in the file, from its `ftyp` box to the end of its last whole box.
    package var videoRange: Range<Int>
    package var mark: Mark
    /// The moment of the photo in the video in seconds, within the video's duration. `nil` if the photo doesn't state it.
    package var stillTime: Double?
    /// In seconds, or `nil` if the video's header has none.
    package var duration: Double?
    /// The size in the header of the first video track, before its rotation. `nil` if it has none.
    package var pixelSize: PixelSize?
    /// The first brand of the video, such as `mp42`.
    package var majorBrand: FourCharacterCode

    /// Whether the video is a QuickTime movie, and not an MP4.
    package var isQuickTime: Bool { majorBrand == "qt  " }

    /// Finds the video in a JPEG, HEIC or AVIF file.
    ///
    /// - Parameter source: The file, which can be damaged or hostile.
    /// - Returns: `nil` for a file without a whole video, and for other formats.
    /// - Complexity: For an ordinary JPEG, O(*s*) small reads for *s* segments before its picture, the XMP, and a few
    ///   kilobytes at the end. For an ordinary HEIF file, O(*b*) reads of 16 bytes for *b* top-level boxes. A JPEG with
    ///   a mark but no video there, or one that ends with other bytes than a picture, is read once: O(*n*) for *n* bytes.
    package static func find(in source: some ByteSource) -> MotionPhoto? {
        var search = MotionPhotoSearch(source)
        return search.run()
    }
}
