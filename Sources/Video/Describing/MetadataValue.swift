import Foundation
import MediaRequests

/// The values of QuickTime's and iTunes' metadata, by the numbers of their types.
enum MetadataValue {
    typealias Value = MovieDescription.MetadataEntry.Value

    private static let prefix = "com.apple.metadata.datatype."
    static let textType = prefix + "UTF-8"
    static let dataType = prefix + "raw-data"

    /// Returns a value and the name of its type. A value that doesn't match its type becomes data.
    static func value(_ bytes: ArraySlice<UInt8>, kind: Int) -> (Value, dataType: String) {
        switch kind {
        case 1: return (.text(text(bytes)), textType)
        case 2:
            guard let text = String(bytes: bytes, encoding: .utf16BigEndian) else { break }
            return (.text(withoutEnd(text)), prefix + "UTF-16")
        case 13: return (.data(Data(bytes)), prefix + "JPEG")
        case 14: return (.data(Data(bytes)), prefix + "PNG")
        case 27: return (.data(Data(bytes)), prefix + "BMP")
        case 21, 65, 66, 67, 74:
            guard let bits = bits(bytes) else { break }
            let unused = 64 - bytes.count * 8
            return (.integer(Int64(bitPattern: bits << unused) >> unused), prefix + "int\(bytes.count * 8)")
        case 22, 75, 76, 77, 78:
            guard let bits = bits(bytes), let number = Int64(exactly: bits) else { break }
            return (.integer(number), prefix + "uint\(bytes.count * 8)")
        case 23:
            guard bytes.count == 4, let bits = bits(bytes) else { break }
            let number = Double(Float(bitPattern: UInt32(bits)))
            if number.isFinite { return (.number(number), prefix + "float32") }
        case 24:
            guard bytes.count == 8, let bits = bits(bytes) else { break }
            let number = Double(bitPattern: bits)
            if number.isFinite { return (.number(number), prefix + "float64") }
        default: break
        }
        return (.data(Data(bytes)), dataType)
    }

    /// Decodes UTF-8, without a zero at the end.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        withoutEnd(String(decoding: bytes, as: UTF8.self))
    }

    private static func withoutEnd(_ text: String) -> String {
        text.hasSuffix("\0") ? String(text.prefix { $0 != "\0" }) : text
    }

    /// Returns one, two, four or eight bytes as a number, or three as in iTunes' lists.
    private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        guard (1...8).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
