/// The header of a chunk in a PNG or RIFF file.
package struct MediaChunk: Hashable, Sendable {
    package let type: FourCharacterCode
    /// Where the header starts.
    package let offset: Int
    /// Where the content lies according to the header. It can end past the file.
    package let content: Range<Int>
    /// Where the next chunk starts.
    package let end: Int
}
