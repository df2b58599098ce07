import MediaContainers

/// The size of a GIF file's canvas, the number of frames, and whether there is a trailer.
enum GIFStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        guard let width = view.uint16(at: 6, .little), let height = view.uint16(at: 8, .little), view.count > 10 else {
            return nil
        }
        var structure = PictureStructure(width: width, height: height)
        var frameCount = 0
        var isEnded = false
        for block in GIFBlockSequence(view) {
            switch block.kind {
            case .image: frameCount += 1
            case .extension: break
            case .trailer: isEnded = true
            }
        }
        structure.frameCount = max(1, frameCount)
        if frameCount == 0 {
            structure.damage = PictureStructure.isEmpty
        } else if !isEnded {
            structure.damage = PictureStructure.endsEarly
        }
        return structure
    }
}
