/// The further fields of a record in a ZIP directory: large numbers, and the time of the last change.
struct ZipExtraFields {
    struct Sizes {
        var size: Int64
        var compressedSize: Int64
        var headerOffset: Int64
    }

    private var large = LittleEndianBytes([])
    /// Nanoseconds since 1970.
    private(set) var modificationTime: Int64?

    init(_ bytes: ArraySlice<UInt8>) {
        let fields = LittleEndianBytes(bytes)
        var offset = 0
        while let identifier = fields.number(UInt16.self, at: offset),
            let count = fields.number(UInt16.self, at: offset + 2),
            let content = fields.slice(at: offset + 4, count: Int(count))
        {
            let numbers = LittleEndianBytes(content)
            if identifier == 0x0001 {
                large = numbers
            } else if identifier == 0x5455, content.first.map({ $0 & 1 == 1 }) ?? false,
                let seconds = numbers.number(UInt32.self, at: 1)
            {
                modificationTime = Int64(Int32(bitPattern: seconds)) * 1_000_000_000
            }
            offset += 4 + Int(count)
        }
    }

    /// Returns the sizes in a record, or `nil` if numbers are missing or too large. Numbers that don't fit into 32 bits
    /// are in the ZIP64 field, one after the other.
    func sizes(of record: LittleEndianBytes) -> Sizes? {
        var offset = 0
        func number(at position: Int) -> Int64? {
            guard let short = record.number(UInt32.self, at: position) else { return nil }
            guard short == .max else { return Int64(short) }
            defer { offset += 8 }
            return large.number(UInt64.self, at: offset).flatMap { Int64(exactly: $0) }
        }
        guard let size = number(at: 24), let compressedSize = number(at: 20), let headerOffset = number(at: 42) else {
            return nil
        }
        return Sizes(size: size, compressedSize: compressedSize, headerOffset: headerOffset)
    }

    /// Returns a time of MS-DOS, which has no time zone, in nanoseconds since 1970 as if it were UTC.
    static func modificationTime(ofClock clock: UInt32) -> Int64 {
        let (time, date) = (Int64(clock & 0xFFFF), Int64(clock >> 16))
        let (year, month, day) = (1980 + date >> 9, max(1, min(12, date >> 5 & 15)), max(1, date & 31))
        // Counts years from March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let days =
            shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (monthFromMarch * 153 + 2) / 5 + day - 1
        let seconds = (time >> 11) * 3_600 + (time >> 5 & 63) * 60 + (time & 31) * 2
        return ((days - 719_468) * 86_400 + seconds) * 1_000_000_000
    }
}
