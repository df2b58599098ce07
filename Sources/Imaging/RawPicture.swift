import CLibRaw
import MediaContainers

/// The size of a camera's raw picture after LibRaw has developed it.
enum RawPicture {
    /// Returns `nil` if LibRaw doesn't support the bytes.
    static func read(_ view: ByteView) -> PictureStructure? {
        var description = albumen_raw_description()
        guard albumen_raw_describe(view.bytes.baseAddress, view.count, &description) == 0 else { return nil }
        var structure = PictureStructure(width: Int(description.width), height: Int(description.height))
        structure.orientation =
            switch description.flip {
            case 3: 3
            case 5: 8
            case 6: 6
            default: 1
            }
        if let tiff = TIFFStructure(view) {
            structure.damage = tiff.damage
        } else if view.code(at: 4) == "ftyp", FileBoxes(view).isCutShort {
            structure.damage = PictureStructure.endsEarly
        }
        return structure
    }
}
