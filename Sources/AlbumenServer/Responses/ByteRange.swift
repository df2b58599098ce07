/// The part of a file that a request asks for (RFC 9110, 14). Read here because Hummingbird takes `bytes=-500` for the first
/// bytes, and ranges that begin behind the end.
enum ByteRange: Equatable {
    case whole
    case part(ClosedRange<Int>)
    /// Begins behind the end.
    case unsatisfiable

    /// - Parameter header: of the request; one that asks for several parts, or cannot be read, asks for the whole.
    init(header: String?, byteCount: Int) {
        let pattern = /bytes *= *(\d*) *- *(\d*) */.ignoresCase().asciiOnlyDigits()
        guard let match = header?.wholeMatch(of: pattern)?.output else {
            self = .whole
            return
        }
        // What is too large for a number is larger than any file.
        func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
        switch (number(match.1), number(match.2)) {
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
}
