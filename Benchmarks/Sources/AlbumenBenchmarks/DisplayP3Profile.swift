import Foundation

/// An ICC profile of version 4 for Display P3, with its primaries adapted to D50, and sRGB's curve.
enum DisplayP3Profile {
    /// The columns of the matrix, as ICC's numbers with 16 bits before the point and 16 after it.
    private static let primaries: [(signature: String, values: [Double])] = [
        ("rXYZ", [0.51512, 0.24120, -0.00105]), ("gXYZ", [0.29198, 0.69225, 0.04189]),
        ("bXYZ", [0.15710, 0.06657, 0.78407]),
    ]
    private static let whitePoint = [0.96420, 1.0, 0.82491]
    /// The gamma of sRGB's curve, and its linear part near black.
    private static let curve = [2.4, 0.94787, 0.05213, 0.07739, 0.04045]

    static var bytes: Data {
        var tags: [(signature: String, content: Data)] = primaries.map { ($0.signature, point($0.values)) }
        tags.append(("wtpt", point(whitePoint)))
        tags += ["rTRC", "gTRC", "bTRC"].map { ($0, parametricCurve) }
        tags.append(("desc", text("Display P3")))
        tags.append(("cprt", text("CC0")))
        var table = number(tags.count)
        var contents = Data()
        for tag in tags {
            table +=
                Data(tag.signature.utf8) + number(128 + 4 + tags.count * 12 + contents.count)
                + number(tag.content.count)
            contents += tag.content
        }
        return header(size: 128 + table.count + contents.count) + table + contents
    }

    private static func header(size: Int) -> Data {
        var header = number(size) + Data(count: 4) + number(0x0400_0000)
        header += Data("mntrRGB XYZ ".utf8) + Data(count: 12) + Data("acsp".utf8) + Data(count: 28)
        header += whitePoint.map(fixed).reduce(Data(), +)
        return header + Data(count: 128 - header.count)
    }

    private static func point(_ values: [Double]) -> Data {
        Data("XYZ ".utf8) + number(0) + values.map(fixed).reduce(Data(), +)
    }

    private static var parametricCurve: Data {
        Data("para".utf8) + number(0) + Data([0, 3, 0, 0]) + curve.map(fixed).reduce(Data(), +)
    }

    private static func text(_ text: String) -> Data {
        let content = text.utf16.reduce(into: Data()) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
        let record = Data("mluc".utf8) + number(0) + number(1) + number(12) + Data("enUS".utf8)
        let whole = record + number(content.count) + number(28) + content
        return whole + Data(count: (4 - whole.count % 4) % 4)
    }

    private static func fixed(_ value: Double) -> Data {
        number(Int((value * 65_536).rounded()))
    }

    private static func number(_ value: Int) -> Data {
        withUnsafeBytes(of: UInt32(bitPattern: Int32(truncatingIfNeeded: value)).bigEndian) { Data($0) }
    }
}
