/// How the parts of a movie are made.
package enum MoviePartForm: Codable, Hashable, Sendable {
    /// The movie's own packets in another container.
    case copied
    /// H.264 whose short side has at most this number of pixels.
    case lines(Int)

    /// The numbers of lines, most first. A machine that can't keep up uses fewer.
    package static let lineCounts = [1080, 720, 480]

    /// The form's name in addresses and names of files: `copy`, or the number of lines.
    package var name: String {
        switch self {
        case .copied: "copy"
        case .lines(let count): String(count)
        }
    }

    /// - Returns: `nil` if no form has this name.
    package init?(name: String) {
        if name == "copy" {
            self = .copied
        } else if let count = Int(name), Self.lineCounts.contains(count), name == String(count) {
            self = .lines(count)
        } else {
            return nil
        }
    }
}
