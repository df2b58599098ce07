/// Reads numbers from the start of a short ASCII text.
struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
        skip(all: " ")
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads as many digits as possible, up to a maximum. Returns `nil` and reads nothing if there are too few.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let found = rest.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
        guard found.count >= digits.lowerBound else { return nil }
        rest.removeFirst(found.count)
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads the digits after a decimal point. Returns 0 if there are none.
    mutating func fraction() -> Double {
        let found = rest.prefix { (0x30...0x39).contains($0) }
        rest.removeFirst(found.count)
        return Double("0.\(Substring(found.prefix(9)))") ?? 0
    }

    /// Reads an offset from UTC of at most 14 hours, and returns it in seconds.
    mutating func offset() -> Int? {
        guard let sign = rest.first else { return nil }
        if sign == UInt8(ascii: "Z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        rest.removeFirst()
        guard let hours = number(digits: 1...2) else { return nil }
        skip(one: ":")
        let minutes = number(digits: 2...2) ?? 0
        guard hours * 60 + minutes <= 14 * 60, minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    @discardableResult
    mutating func skip(one characters: StaticString) -> Bool {
        guard let next = rest.first, characters.withUTF8Buffer({ $0.contains(next) }) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skip(all characters: StaticString) {
        while skip(one: characters) {}
    }
}
