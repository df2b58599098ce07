/// The part of a file that a request asks for (RFC 9110, 14). Hummingbird treats `bytes=-500` as the first bytes and
/// accepts ranges after the end of the file, so the server parses the header itself.
enum ByteRange: Equatable {
    case whole
    case part(ClosedRange<Int>)
    /// The range starts after the end of the file.
    case unsatisfiable

    /// The longest header to parse, in bytes. Two numbers need much less.
    static let headerLimit = 256

    /// - Parameter header: The request's `Range`. The result is the entire file if the header is longer than
    ///   `headerLimit`, contains several ranges, or is invalid.
    /// - Complexity: O(*n*) for a header of *n* bytes.
    init(header: String?, byteCount: Int) {
        guard let header, header.utf8.count <= Self.headerLimit, let bounds = Self.bounds(in: header) else {
            self = .whole
            return
        }
        // A number that is too large for `Int` is larger than any file.
        func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
        switch (number(bounds.first), number(bounds.last)) {
        case (nil, nil):
            self = .whole
        case (nil, let length?):
            self = length > 0 && byteCount > 0 ? .part(max(0, byteCount - length)...(byteCount - 1)) : .unsatisfiable
        case (let first?, let last?) where last < first:
            self = .whole
        case (let first?, let last):
            self = first < byteCount ? .part(first...min(last ?? .max, byteCount - 1)) : .unsatisfiable
        }
    }

    /// Returns the digits on both sides of the hyphen, either of which may be empty. Returns `nil` if the header
    /// isn't a single range of bytes.
    private static func bounds(in header: String) -> (first: Substring, last: Substring)? {
        var rest = header[...]

        func skipSpaces() { rest = rest.drop { $0 == " " } }

        func skip(_ symbol: Character) -> Bool {
            skipSpaces()
            guard rest.first == symbol else { return false }
            rest = rest.dropFirst()
            skipSpaces()
            return true
        }

        func digits() -> Substring {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest[digits.endIndex...]
            return digits
        }

        let unit = "bytes"
        guard rest.prefix(unit.count).lowercased() == unit else { return nil }
        rest = rest.dropFirst(unit.count)
        guard skip("=") else { return nil }
        let first = digits()
        guard skip("-") else { return nil }
        let last = digits()
        skipSpaces()
        return rest.isEmpty ? (first, last) : nil
    }
}
