/// The header of a box in an ISO base media file (ISO/IEC 14496-12, §4.2): HEIF, AVIF, JPEG 2000, MP4 and QuickTime,
/// where boxes are called atoms.
package struct MediaBox: Hashable, Sendable {
    package let type: FourCharacterCode
    /// Where the header starts.
    package let offset: Int
    /// Where the content lies according to the header. It can end past the box that holds this one, and past the file.
    package let content: Range<Int>
    /// Whether the header has no size, so that the box ends where the box that contains it ends.
    package let isOpenEnded: Bool

    package init(type: FourCharacterCode, offset: Int, content: Range<Int>, isOpenEnded: Bool = false) {
        self.type = type
        self.offset = offset
        self.content = content
        self.isOpenEnded = isOpenEnded
    }

    /// Where the four characters of the type are.
    package var typeOffset: Int { offset + 4 }
    /// Where the next box starts.
    package var end: Int { content.upperBound }
}
