/// The facts of a whole LTX file that its header doesn't have.
package struct LTXSummary: Hashable, Sendable {
    /// The file's size in bytes.
    package var size: UInt64
    /// The number of pages in the file.
    package var pages: Int
    /// The file's checksum. It's over the pages before packing, so it doesn't depend on the packing.
    package var checksum: UInt64
}
