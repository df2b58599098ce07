import Foundation

/// The segments of a JPEG before its image data.
enum JPEGSegments {
    /// Returns the first EXIF segment with its marker.
    static func exif(of photograph: Data) -> Data? {
        var position = 2
        while position + 10 <= photograph.count, photograph[position] == 0xFF, photograph[position + 1] != 0xDA {
            let end = position + 2 + Int(photograph[position + 2]) << 8 + Int(photograph[position + 3])
            guard end <= photograph.count else { return nil }
            if photograph[position + 1] == 0xE1, photograph[(position + 4)...].starts(with: Array("Exif\0\0".utf8)) {
                return photograph.subdata(in: position..<end)
            }
            position = end
        }
        return nil
    }

    /// Returns a comment of less than 64 KB with its marker.
    static func comment(_ text: String) -> Data {
        let count = UInt16(text.utf8.count + 2)
        return Data([0xFF, 0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]) + Data(text.utf8)
    }

    /// Returns a colour profile of less than 64 KB with its marker.
    static func colourProfile(_ profile: Data) throws -> Data {
        let content = Data("ICC_PROFILE\0".utf8) + [1, 1] + profile
        guard content.count + 2 <= 0xFFFF else { throw BenchmarkFailure("the profile does not fit into one segment") }
        return Data([0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)]) + content
    }
}
