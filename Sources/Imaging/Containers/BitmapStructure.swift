import MediaContainers

/// The header of a Windows bitmap.
enum BitmapStructure {
    static func read(_ view: ByteView) -> PictureStructure? {
        guard let headerSize = view.uint32(at: 14, .little) else { return nil }
        if headerSize == 12 {
            guard let width = view.uint16(at: 18, .little), let height = view.uint16(at: 20, .little) else {
                return nil
            }
            return PictureStructure(width: width, height: height)
        }
        guard headerSize >= 16, let width = view.uint32(at: 18, .little), let bottomUp = view.uint32(at: 22, .little),
            let start = view.uint32(at: 10, .little), let depth = view.uint16(at: 28, .little)
        else { return nil }
        // A negative height says that the rows run from the top.
        let height = Int(Int32(truncatingIfNeeded: bottomUp).magnitude)
        var structure = PictureStructure(width: width, height: height)
        let isUncompressed = headerSize < 40 || view.uint32(at: 30, .little) == 0
        if isUncompressed, width <= ImageLimits.sideInPixels, height <= ImageLimits.sideInPixels {
            let rowSize = (width * depth + 31) / 32 * 4
            if start + rowSize * height > view.count { structure.damage = PictureStructure.endsEarly }
        }
        return structure
    }
}
