import Foundation

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
