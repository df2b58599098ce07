/// Identifiers that encode their moment, because moments have no rows.
enum MomentIdentifier {
    static let heads = ["A1B0A1B1", "A1B0A1B2", "A1B0A1B3"]

    static func uuid(ofDay day: Int?, number: Int) -> String {
        uuid(heads[0], code(ofDay: day), UInt32(truncatingIfNeeded: number))
    }

    static func uuid(ofList subtype: MomentList.Subtype, from first: Moment) -> String {
        uuid(
            subtype == .cluster ? heads[1] : heads[2], code(ofDay: first.day), UInt32(truncatingIfNeeded: first.number))
    }

    /// Returns the day of a moment with this UUID, `.some(nil)` for one without a day, and `nil` for other UUIDs.
    static func day(ofUUID uuid: String) -> Int?? {
        let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == heads[0], let code = UInt32(parts[3] + parts[4].prefix(4), radix: 16) else {
            return nil
        }
        let day = Int32(bitPattern: code)
        return .some(day == .min ? nil : Int(day))
    }

    /// A day and a number fit in 32 bits each, whatever a camera's clock reported. No clock reports the day that means
    /// no date.
    private static func code(ofDay day: Int?) -> UInt32 {
        UInt32(bitPattern: day.map { Int32(truncatingIfNeeded: $0) } ?? .min)
    }

    private static func uuid(_ head: String, _ day: UInt32, _ number: UInt32) -> String {
        let day = hexadecimal(day)
        return "\(head)-0000-4000-\(day.prefix(4))-\(day.suffix(4))\(hexadecimal(number))"
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
