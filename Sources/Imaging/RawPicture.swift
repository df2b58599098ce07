import CLibRaw
import MediaContainers
import MediaRequests

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
        structure.exposure = exposure(description)
        if let tiff = TIFFStructure(view) {
            structure.damage = tiff.damage
        } else if view.code(at: 4) == "ftyp", FileBoxes(view).isCutShort {
            structure.damage = PictureStructure.endsEarly
        }
        return structure
    }

    /// LibRaw reports 0 for unknown values, and `Float`s. Their decimal digits are those of the file.
    private static func exposure(_ description: albumen_raw_description) -> MediaProbe.Exposure {
        func value(_ float: Float) -> Double? { Double("\(float)") }
        return MediaProbe.Exposure(
            time: value(description.shutter), aperture: value(description.aperture),
            iso: Int(exactly: description.iso_speed.rounded()), focalLength: value(description.focal_length)
        ).plausible
    }
}
