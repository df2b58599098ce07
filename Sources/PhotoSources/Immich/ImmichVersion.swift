/// The version of a server.
struct ImmichVersion: Decodable, Comparable, Sendable {
    /// The oldest version whose answers are known.
    static let oldest = ImmichVersion(major: 1, minor: 106, patch: 0)
    /// The first version in which a photo has a visibility, instead of being archived or not.
    static let visibility = ImmichVersion(major: 1, minor: 133, patch: 0)

    var major: Int
    var minor: Int
    var patch: Int

    var text: String { "\(major).\(minor).\(patch)" }

    static func < (left: ImmichVersion, right: ImmichVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
