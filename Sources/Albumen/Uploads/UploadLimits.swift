/// The limits of uploads.
package struct UploadLimits: Sendable {
    /// The largest size of a file, in bytes.
    package var fileSize: Int64 = 256 << 30
    /// The largest size of all files that aren't in the library yet, in bytes.
    package var totalSize: Int64 = 1 << 40
    /// The largest size of one sender's files that aren't in the library yet, in bytes.
    package var sizeOfSender: Int64 = 512 << 30
    /// The number of files of one sender that aren't in the library yet.
    package var filesOfSender = 500
    /// The number of files of all senders that aren't in the library yet.
    package var files = 2_000
    /// The time in seconds after which an unfinished upload that nobody used is deleted.
    package var lifetime = 7.0 * 24 * 3_600

    package init() {}
}
