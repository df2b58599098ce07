/// The limits of the copy of a stranger's database.
package struct DatabaseCopyLimits: Sendable {
    /// The largest sum of a database and its WAL, in bytes.
    package var byteCount: Int64
    /// The bytes that the copy leaves free on the disk.
    package var reserve: Int64
    /// The number of copies that are made until one isn't disturbed by a change.
    package var attemptCount: Int
    /// The wait before the second copy, in milliseconds. It doubles each time.
    package var firstWait: Int

    package init(
        byteCount: Int64 = 32 << 30, reserve: Int64 = 64 << 20, attemptCount: Int = 4, firstWait: Int = 250
    ) {
        self.byteCount = byteCount
        self.reserve = reserve
        self.attemptCount = attemptCount
        self.firstWait = firstWait
    }
}
