import Albumen
import Records

/// A client whose token a request has, with its access at the start of the request.
struct ClientVisit: Sendable, Equatable {
    let client: String
    /// The hash of the token.
    let digest: BlobDigest
    let access: Access
}
