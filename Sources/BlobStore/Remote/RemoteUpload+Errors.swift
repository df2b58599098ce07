package import Foundation
import Records

extension RemoteUpload {
    /// Whether the object is an original of the library.
    package var isOriginal: Bool { name == .original(digest) }

    /// The error for a file whose bytes aren't those of this upload.
    package var sourceDamaged: RemoteBlobError {
        if isOriginal { return .sourceDamaged(digest) }
        return RemoteBlobError(
            .sourceDamaged,
            "The file for \(name) changed or became damaged before its upload ended, so it isn't uploaded. Check the disk of "
                + "the library, then try again.")
    }

    /// The error for a file that the system can't read.
    package func sourceUnreadable(_ reason: some Error) -> RemoteBlobError {
        let file = isOriginal ? "The original \(digest)" : "The file for \(name)"
        let step = isOriginal ? "then run `albumen verify`" : "then try again"
        return RemoteBlobError(
            .sourceDamaged,
            "\(file) can't be read (\(reason)), so it isn't uploaded. Check the library's disk, \(step).")
    }

    /// The seconds since 1970 of years with four digits.
    private static let possibleDates = -62_135_596_800.0..<253_402_300_800.0

    /// Returns the date of the content, in whole milliseconds.
    ///
    /// - Throws: `sourceDamaged` for a date that no place can keep.
    package func keptDate() throws -> Date? {
        guard let seconds = date?.timeIntervalSince1970 else { return nil }
        guard Self.possibleDates.contains(seconds) else {
            throw RemoteBlobError(
                .sourceDamaged, "The date for \(name) isn't one, so it isn't uploaded. Check this machine's clock.")
        }
        return Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
    }

    /// The error for a place that has other bytes under the name.
    ///
    /// - Parameters:
    ///   - address: The place.
    ///   - object: The place's word for an object: `object` or `file`.
    package func taken(in address: String, _ object: String) -> RemoteBlobError {
        let start = "\(address) has other bytes under the name \(name). "
        guard isOriginal else {
            return RemoteBlobError(
                .damaged,
                start
                    + "Albumen didn't change them. Another program or another copy of this library may have written that "
                    + "\(object). Check which one writes to the place, then try again.")
        }
        return RemoteBlobError(
            .damaged,
            start + "Albumen keeps the original on this machine. Remove that \(object), then run: albumen cloud sync "
                + "--retry")
    }
}
