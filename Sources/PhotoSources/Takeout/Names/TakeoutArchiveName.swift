/// The name of a part of an export, such as `takeout-20240712T112341Z-001.zip` or `takeout-20240712T112341Z-3-002.tgz`.
package struct TakeoutArchiveName: Sendable, Hashable {
    package enum Format: Sendable {
        case zip, tgz
    }

    /// The time of the export. Parts with the same time belong together.
    package let time: String
    /// The number between the time and the part, or an empty text.
    package let series: String
    /// From 1.
    package let part: Int
    package let format: Format

    /// Returns `nil` unless the name is that of a part. A browser's ` (1)` at the end is ignored.
    package init?(_ name: String) {
        let text = name.lowercased()
        guard let (stem, format) = Self.split(text) else { return nil }
        var fields = stem.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count >= 3, fields.removeFirst() == "takeout", Self.isTime(fields[0]) else { return nil }
        time = fields.removeFirst().uppercased()
        guard let last = fields.popLast(), let part = Self.number(last), part > 0,
            fields.allSatisfy({ Self.number($0) != nil }), fields.count <= 1
        else { return nil }
        series = fields.joined(separator: "-")
        self.part = part
        self.format = format
    }

    private static func split(_ text: String) -> (stem: Substring, format: Format)? {
        for (suffix, format) in [(".zip", Format.zip), (".tgz", .tgz), (".tar.gz", .tgz)] where text.hasSuffix(suffix) {
            var stem = text.dropLast(suffix.count)
            if stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
                number(stem[open...].dropFirst().dropLast()) != nil
            {
                stem = stem[..<open]
                while stem.hasSuffix(" ") { stem = stem.dropLast() }
            }
            return (stem, format)
        }
        return nil
    }

    /// Such as `20240712t112341z`.
    private static func isTime(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "t"), bytes[15] == UInt8(ascii: "z") else { return false }
        return number(text.prefix(8)) != nil && number(text.dropFirst(9).dropLast()) != nil
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...8).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension TakeoutArchiveName {
    /// A series of parts with gaps in its numbers. Nothing tells how many parts follow the last.
    package struct Gap: Sendable, Equatable {
        package let time: String
        package let series: String
        /// The missing numbers, at most 100.
        package let parts: [Int]

        /// The beginning of the names of the missing parts, up to their numbers.
        package var name: String { "takeout-\(time)-\(series.isEmpty ? "" : series + "-")" }
    }

    /// Returns the series of which parts are missing, in the order of their times.
    package static func gaps(in names: [TakeoutArchiveName]) -> [Gap] {
        let series = Dictionary(grouping: names) { [$0.time, $0.series] }
        return series.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, names in
            let present = Set(names.map(\.part))
            let missing = (1...(present.max() ?? 1)).lazy.filter { !present.contains($0) }
            let first = Array(missing.prefix(100))
            return first.isEmpty ? nil : Gap(time: key[0], series: key[1], parts: first)
        }
    }
}
