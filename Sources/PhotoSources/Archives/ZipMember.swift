/// A file in a ZIP archive.
package struct ZipMember: Sendable, Equatable {
    /// The path in the archive. It's relative, and has no component `.` or `..`.
    package var path: String
    /// In bytes, as the directory declares it.
    package var size: Int64
    /// Nanoseconds since 1970. A time without a time zone is taken as UTC.
    package var modificationTime: Int64
    package var contents: ZipPlace
}

/// The members of an archive, and the names of those that aren't used with their reasons.
package struct ZipListing: Sendable, Equatable {
    package struct Refusal: Sendable, Equatable {
        /// As the archive has it, with percent signs for bytes that aren't text. At most 300 signs.
        package var name: String
        package var reason: String

        /// The most signs of a name.
        private static let nameLimit = 300

        init(name: String, reason: String) {
            self.name = String(name.prefix(Self.nameLimit))
            self.reason = reason
        }
    }

    package internal(set) var members: [ZipMember] = []
    /// The first refusals, at most `refusalLimit`.
    package internal(set) var refusals: [Refusal] = []
    package internal(set) var refusalCount = 0

    package static let refusalLimit = 1_000

    mutating func refuse(_ name: String, _ reason: String) {
        refusalCount += 1
        if refusals.count < Self.refusalLimit { refusals.append(Refusal(name: name, reason: reason)) }
    }
}
