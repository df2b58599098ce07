package import Foundation
internal import Glibc

/// The space on the disk of a folder.
package struct DiskSpace: Sendable, Equatable {
    /// The space that is left for this user.
    package let freeInBytes: Int64
    package let totalInBytes: Int64

    package init(freeInBytes: Int64, totalInBytes: Int64) {
        (self.freeInBytes, self.totalInBytes) = (freeInBytes, totalInBytes)
    }

    /// Returns `nil` if the file system doesn't say.
    package init?(at folder: URL) {
        var status = statvfs()
        guard statvfs(folder.path(percentEncoded: false), &status) == 0, status.f_blocks > 0 else { return nil }
        func bytes(_ blocks: UInt) -> Int64 {
            let (product, isHuge) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
            return isHuge ? .max : Int64(clamping: product)
        }
        self.init(freeInBytes: bytes(status.f_bavail), totalInBytes: bytes(status.f_blocks))
    }
}

/// When a disk will be full, from the free space of former days.
struct SpaceForecast {
    /// Fewer days say little.
    private static let shortest: TimeInterval = 7 * 86_400
    /// A later date says nothing.
    private static let longest: TimeInterval = 5 * 365 * 86_400

    private let samples: [HealthRecord.SpaceSample]

    init(_ samples: [HealthRecord.SpaceSample]) { self.samples = samples }

    func fullDate(free: Int64, now: Date) -> Date? {
        guard let first = samples.first else { return nil }
        let time = now.timeIntervalSince(first.date)
        let used = Double(first.freeInBytes) - Double(free)
        guard time >= Self.shortest, used > 0 else { return nil }
        let left = Double(free) / used * time
        return left <= Self.longest ? now.addingTimeInterval(left) : nil
    }
}
