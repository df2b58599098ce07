import MediaContainers

/// The size of a JPEG 2000 picture, in a box file or a bare codestream.
enum JPEG2000Structure {
    private static let nanosecondsPerPixel: Double = 30

    static func read(_ view: ByteView) -> PictureStructure? {
        if view.uint32(at: 0) == 0xFF4F_FF51 { return codestream(view) }
        let boxes = FileBoxes(view)
        guard let header = boxes.first("jp2h"),
            view.code(at: header.content.lowerBound + 4) == "ihdr",
            let height = view.uint32(at: header.content.lowerBound + 8),
            let width = view.uint32(at: header.content.lowerBound + 12)
        else { return nil }
        var structure = PictureStructure(width: width, height: height)
        structure.nanosecondsPerPixel = nanosecondsPerPixel
        if boxes.isCutShort || boxes.first("jp2c") == nil { structure.damage = PictureStructure.endsEarly }
        return structure
    }

    private static func codestream(_ view: ByteView) -> PictureStructure? {
        guard let right = view.uint32(at: 8), let bottom = view.uint32(at: 12), let left = view.uint32(at: 16),
            let top = view.uint32(at: 20)
        else { return nil }
        var structure = PictureStructure(width: right - left, height: bottom - top)
        structure.nanosecondsPerPixel = nanosecondsPerPixel
        if view.uint16(at: view.count - 2) != 0xFFD9 { structure.damage = PictureStructure.endsEarly }
        return structure
    }
}
