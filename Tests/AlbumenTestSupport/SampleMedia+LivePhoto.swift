package import Foundation

extension SampleMedia {
    /// Returns a JPEG with the content identifier of a Live Photo in Apple's maker note. The identifier has more than
    /// three bytes, so that the note stores it after its directory.
    package static func livePhotoPicture(
        contentIdentifier: String, width: Int = 640, height: Int = 480, comment: String? = nil
    ) throws -> Data {
        let identifier = Array(contentIdentifier.utf8) + [0]
        // The offsets in the note count from its start: 14 bytes, a directory of one entry, and the text.
        let note: [UInt8] =
            Array("Apple iOS\0\0\u{1}MM".utf8) + bigEndian16(1) + bigEndian16(0x0011) + bigEndian16(2)
            + bigEndian32(identifier.count) + bigEndian32(32) + bigEndian32(0) + identifier
        var exif = Exif(dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+00:00")
        exif.make = "Apple"
        exif.tags = [Exif.Tag(.camera, 0x927C, .undefined(note))]
        return jpeg(width: width, height: height, comment: comment, exif: exif)
    }
}
