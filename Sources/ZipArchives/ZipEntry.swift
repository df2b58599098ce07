/// A file of a ZIP archive, stored without compression.
package struct ZipEntry: Sendable, Equatable {
    /// A date and time without a time zone, as the archive's first format stores it.
    package struct ClockTime: Sendable, Equatable {
        package var year: Int
        package var month: Int
        package var day: Int
        package var hour: Int
        package var minute: Int
        package var second: Int

        package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
            (self.year, self.month, self.day) = (year, month, day)
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }
    }

    /// The longest name, in bytes of UTF-8. Its length has 16 bits.
    package static let longestName = Int(UInt16.max)

    /// The path in the archive, with slashes.
    package let name: String
    /// In bytes.
    package let size: Int64
    /// The time of the last change where the file comes from. The format knows the years 1980 to 2107.
    package let clockTime: ClockTime?
    /// The time of the last change in seconds since 1970. Left out of the archive if it doesn't fit into 32 bits.
    package let unixTime: Int64?

    package init(name: String, size: Int64, clockTime: ClockTime? = nil, unixTime: Int64? = nil) {
        precondition(size >= 0 && name.utf8.count <= Self.longestName)
        self.name = name
        self.size = size
        self.clockTime = clockTime
        self.unixTime = unixTime
    }
}
