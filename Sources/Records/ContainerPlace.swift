/// Where the bytes of a blob are within another one, such as the video of a motion photo within the photo.
package struct ContainerPlace: Sendable, Hashable {
    /// The blob that contains the bytes.
    package var container: BlobDigest
    /// In bytes, from the start of the container.
    package var offset: Int64

    package init(container: BlobDigest, offset: Int64) {
        (self.container, self.offset) = (container, offset)
    }
}
