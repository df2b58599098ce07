import CExiv2
import Foundation

/// The texts that people wrote about a picture.
enum PictureDescription {
    static func title(_ values: albumen_metadata) -> String? {
        values.xmp_title.text ?? values.iptc_title.text
    }

    static func caption(_ values: albumen_metadata) -> String? {
        [values.xmp_description, values.iptc_caption, values.image_description, values.user_comment]
            .lazy.compactMap { $0.text }.first { !isBoilerplate($0) }
    }

    /// The rating from one to five stars. XMP has precedence over EXIF. Marks for unrated and rejected pictures
    /// aren't ratings.
    static func rating(_ values: albumen_metadata) -> Int? {
        let stars = values.xmp_rating.number ?? (values.exif_rating >= 0 ? Double(values.exif_rating) : 0)
        return (1...5).contains(stars) ? Int(stars) : nil
    }

    static func preservedFileName(_ values: albumen_metadata) -> String? {
        values.xmp_preserved_file_name.text ?? values.xmp_original_file_name.text
    }

    /// Returns whether a camera or program wrote the text automatically.
    private static func isBoilerplate(_ text: String) -> Bool {
        let plain = text.lowercased().trimmingCharacters(in: .whitespaces)
        if boilerplate.contains(plain) || boilerplateStarts.contains(where: plain.hasPrefix) { return true }
        // Control characters mean binary data or padding.
        let hasControl = text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains(scalar)
        }
        return hasControl || text.allSatisfy { !$0.isLetter && !$0.isNumber }
    }

    private static let boilerplate: Set<String> = [
        "olympus digital camera", "sony dsc", "kodak digital still camera", "samsung digital camera",
        "konica minolta digital camera", "minolta digital camera", "digital camera", "dcim", "dcf 1.0", "cof",
        "exif_jpeg_picture", "exif_jpeg_t422", "exif jpeg", "jpeg", "default", "untitled", "picture", "camera", "ascii",
        "screenshot", "lead technologies inc. v1.01", "binary comment",
    ]

    /// An undecoded character set, and internal data of phones.
    private static let boilerplateStarts = ["charset=", "processed with vsco", "oppo_", "{\""]
}
