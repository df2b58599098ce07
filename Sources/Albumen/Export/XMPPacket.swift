import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// The XMP file (a sidecar) beside an exported file, with the library's values of the asset.
///
/// | property | value |
/// |---|---|
/// | `exif:DateTimeOriginal`, `xmp:CreateDate`, `photoshop:DateCreated` | the local date, with its offset if it's known |
/// | `exif:GPSLatitude`, `exif:GPSLongitude` | degrees and minutes, such as `31,15.00000000N` |
/// | `exif:GPSAltitude`, `exif:GPSAltitudeRef`, `exif:GPSHPositioningError` | millimetres over 1000; 1 below sea level |
/// | `dc:title`, `dc:description` | the title and the caption, as `x-default` |
/// | `dc:subject` | the keywords |
/// | `xmp:Rating` | 1 to 5 |
/// | `fstop:favorite` | 1 for a favorite. F-Stop defined this property, and PhotoPrism reads it |
/// | `albumen:…` | what XMP has no property for: see `AlbumenSidecar` |
///
/// Unknown values have no property. The same values always result in the same bytes, so that another export recognizes
/// its sidecars.
///
/// This type writes one fixed form of XML and reads none. A library for XML or XMP would add a parser to each program
/// that imports `Photos`.
struct XMPPacket {
    /// A sidecar has the name of its file with this ending. So a RAW and a JPEG of the same name have different
    /// sidecars.
    static let ending = ".xmp"

    private static let namespaces = [
        ("dc", "http://purl.org/dc/elements/1.1/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("fstop", "http://www.fstopapp.com/xmp/"), ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ]

    let bytes: Data

    /// - Parameter original: The digest of the file beside the packet, or `nil` if it's a conversion.
    init(_ asset: AssetRecord, _ metadata: MetadataRecord, beside original: BlobDigest?) {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"Albumen\">",
            " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
            "  <rdf:Description rdf:about=\"\"",
        ]
        lines += Self.namespaces.map { "    xmlns:\($0.0)=\"\($0.1)\"" }
        lines[lines.count - 1] += ">"
        lines += Self.date(of: asset) + Self.place(of: asset)
        if let title = metadata.title { lines += Self.list("dc:title", "Alt", [title]) }
        if let caption = metadata.caption { lines += Self.list("dc:description", "Alt", [caption]) }
        if !metadata.keywords.isEmpty { lines += Self.list("dc:subject", "Bag", metadata.keywords) }
        if let rating = metadata.rating { lines.append(Self.element("xmp:Rating", "\(rating)")) }
        if asset.isFavorite { lines.append(Self.element("fstop:favorite", "1")) }
        lines += AlbumenSidecar(asset, metadata, original: original).lines
        lines += ["  </rdf:Description>", " </rdf:RDF>", "</x:xmpmeta>", ""]
        bytes = Data(lines.joined(separator: "\n").utf8)
    }

    // MARK: Values

    private static func date(of asset: AssetRecord) -> [String] {
        guard let date = Timestamp.local(of: asset) else { return [] }
        return ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].map { element($0, date) }
    }

    private static func place(of asset: AssetRecord) -> [String] {
        guard let latitude = asset.latitude, let longitude = asset.longitude else { return [] }
        var lines = [
            element("exif:GPSLatitude", coordinate(latitude, "N", "S")),
            element("exif:GPSLongitude", coordinate(longitude, "E", "W")),
        ]
        if let altitude = asset.altitude, let metres = rational(abs(altitude)) {
            lines.append(element("exif:GPSAltitude", metres))
            lines.append(element("exif:GPSAltitudeRef", altitude < 0 ? "1" : "0"))
        }
        if let accuracy = asset.horizontalAccuracy, accuracy >= 0, let metres = rational(accuracy) {
            lines.append(element("exif:GPSHPositioningError", metres))
        }
        return lines
    }

    /// Returns degrees and minutes, such as `31,15.00000000N`. Eight decimals of a minute are a fifth of a millimetre.
    private static func coordinate(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let unit = 100_000_000
        let whole = Int((min(abs(degrees), 180) * 60 * Double(unit)).rounded())
        let (minutes, fraction) = whole.quotientAndRemainder(dividingBy: unit)
        let digits = String(fraction)
        let decimals = String(repeating: "0", count: 8 - digits.utf8.count) + digits
        return "\(minutes / 60),\(minutes % 60).\(decimals)\(degrees < 0 ? negative : positive)"
    }

    /// Returns millimetres over 1000, or `nil` beyond any place on or above the earth.
    private static func rational(_ metres: Double) -> String? {
        guard metres < 2_000_000 else { return nil }
        return "\(Int((metres * 1000).rounded()))/1000"
    }

    // MARK: XML

    private static func element(_ name: String, _ text: String) -> String {
        "   <\(name)>\(escaped(text))</\(name)>"
    }

    private static func list(_ name: String, _ kind: String, _ items: [String]) -> [String] {
        let language = kind == "Alt" ? " xml:lang=\"x-default\"" : ""
        return ["   <\(name)>", "    <rdf:\(kind)>"]
            + items.map { "     <rdf:li\(language)>\(escaped($0))</rdf:li>" }
            + ["    </rdf:\(kind)>", "   </\(name)>"]
    }

    /// Returns the text of an element. Replaces the control characters that XML can't contain.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            // A parser would replace it by a line feed.
            case "\r": result.append(contentsOf: "&#xD;".unicodeScalars)
            case "\t", "\n": result.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
