import Foundation

/// The encoding of keys and queries in S3's requests and listings. Foundation's encodings leave characters such as `+`,
/// which a signature requires to be encoded.
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes a path. Keeps its slashes.
    static func path(_ text: String) -> String { encode(text, keepsSlashes: true) }

    /// Encodes a name or a value of a query.
    static func query(_ text: String) -> String { encode(text, keepsSlashes: false) }

    /// Decodes a key of a listing, in which `+` is a space. Returns `nil` if it isn't UTF-8.
    static func decode(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    private static func encode(_ text: String, keepsSlashes: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case UInt8(ascii: "/") where keepsSlashes:
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
