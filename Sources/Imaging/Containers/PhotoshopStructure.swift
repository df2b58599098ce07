import MediaContainers

/// The header of a Photoshop document, small or large.
enum PhotoshopStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        guard let height = view.uint32(at: 14), let width = view.uint32(at: 18) else { return nil }
        return PictureStructure(width: width, height: height)
    }
}
