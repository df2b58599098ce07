import BlobStore
import MediaRequests
import Records

/// The properties that identify a stored part, or a strip of frames.
struct MoviePartName: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case part(MoviePartForm, number: Int)
        case frames(count: Int)
    }

    let digest: BlobDigest
    let kind: Kind

    init(_ digest: BlobDigest, _ kind: Kind) {
        self.digest = digest
        self.kind = kind
    }

    /// The subfolder, which has a 256th of all parts.
    var folder: String { Self.folder(of: digest) }

    /// The start of the names of everything that was made of an original.
    static func prefix(of digest: BlobDigest) -> String { "\(digest.hexadecimal)-" }

    static func folder(of digest: BlobDigest) -> String { String(digest.hexadecimal.prefix(2)) }

    var text: String {
        let start = "\(Self.prefix(of: digest))\(MoviePlayback.recipe)-"
        return switch kind {
        case .part(let form, let number): "\(start)\(form.name)-\(number).mp4"
        case .frames(let count): "\(start)frames-\(count).jpg"
        }
    }
}
