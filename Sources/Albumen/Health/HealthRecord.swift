package import Foundation

/// What a library's folder remembers about its own condition, in the file `health/record.json`. Losing it costs a new check.
package struct HealthRecord: Codable, Equatable, Sendable {
    /// An original whose bytes are missing or damaged.
    package struct Damage: Codable, Equatable, Sendable {
        package enum Kind: String, Codable, Sendable {
            case missing, corrupted, unreadable
        }

        package let kind: Kind
        /// The SHA-256 of the right bytes, in hexadecimal digits.
        package let sha256: String
        /// The original's file name.
        package let name: String
        /// The identifier of its asset.
        package let assetUUID: String
        /// When the damage was found.
        package let date: Date
    }

    /// How far the check of all originals has come that runs by itself.
    package struct Verification: Codable, Equatable, Sendable {
        /// When the present cycle began.
        package var began: Date
        /// The last row of `resource` that was checked in this cycle.
        package var lastResource: Int64 = 0
        /// The number of files that were checked in this cycle.
        package var checked = 0
        /// When a file was checked last, or `nil` if none was.
        package var lastCheck: Date?
        /// When all files were checked last, or `nil` if they never were.
        package var completed: Date?
        /// The day of `checkedToday`, in days since 1970.
        package var day = 0
        /// The number of files that were checked on that day.
        package var checkedToday = 0

        init(began: Date) { self.began = began }

        mutating func begin(at date: Date) { (began, lastResource, checked) = (date, 0, 0) }

        mutating func note(day: Int) {
            if self.day != day { (self.day, checkedToday) = (day, 0) }
        }
    }

    /// The free space on the library's disk on a day.
    package struct SpaceSample: Codable, Equatable, Sendable {
        package let date: Date
        package let freeInBytes: Int64
    }

    /// What `albumen doctor` says of this machine, as the last server of the library found it.
    package struct Examination: Codable, Equatable, Sendable {
        /// Afterwards, the result is of no use, because much of the machine may have changed.
        private static let lifetime: TimeInterval = 90 * 86_400

        package let date: Date
        package let problems: [HealthProblem]

        package init(_ problems: [HealthProblem], at date: Date) { (self.problems, self.date) = (problems, date) }

        func isValid(at now: Date) -> Bool { (0...Self.lifetime).contains(now.timeIntervalSince(date)) }
    }

    /// The largest number of damaged originals with their names.
    static let damageLimit = 1000
    static let sampleLimit = 90

    private(set) var format = 1
    package var verification: Verification?
    /// The damaged originals, at most 1,000.
    package var damages: [Damage] = []
    /// The last examination of the machine, or `nil` if no server has made one.
    package var examination: Examination?
    /// One sample a day, oldest first.
    package var space: [SpaceSample] = []
    /// The problems of which the owner was notified, by their codes.
    package var notified: [String] = []

    package init() {}

    var isReadable: Bool { format == 1 }

    /// Adds or replaces the damage of a file. Ignores more than 1,000 files.
    mutating func note(_ damage: Damage) {
        damages.removeAll { $0.sha256 == damage.sha256 }
        if damages.count < Self.damageLimit { damages.append(damage) }
    }

    /// Notes a check of all files that ended, with the damages that it found.
    package mutating func noteCompleteVerification(_ damages: [Damage], files: Int, lastResource: Int64, at date: Date)
    {
        self.damages = Array(damages.prefix(Self.damageLimit))
        var verification = verification ?? Verification(began: date)
        (verification.began, verification.completed, verification.lastCheck) = (date, date, date)
        (verification.lastResource, verification.checked) = (lastResource, files)
        self.verification = verification
    }

    /// Adds the free space of a day, once a day.
    package mutating func note(freeInBytes: Int64, at date: Date) {
        let day = { (date: Date) in Int(date.timeIntervalSince1970 / 86_400) }
        // A clock that was set back starts the samples anew.
        space.removeAll { $0.date > date }
        if let last = space.last, day(last.date) == day(date) { return }
        space.append(SpaceSample(date: date, freeInBytes: freeInBytes))
        space.removeFirst(max(0, space.count - Self.sampleLimit))
    }
}
