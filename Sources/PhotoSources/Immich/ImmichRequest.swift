internal import Foundation

/// A call of Immich's API.
struct ImmichRequest {
    var method = "GET"
    /// The part of the address after `/api/`.
    var call: String
    var body: Data?
    /// The permission that the key needs for it.
    var permission: String

    /// Whether it's the call that shows whether a server is one of Immich.
    var isFirst: Bool { call.hasSuffix("/version") }

    init(_ call: String, permission: String) {
        (self.call, self.permission) = (call, permission)
    }

    /// A search of assets.
    init(searching search: ImmichSearch) throws(SourceError) {
        self.init("search/metadata", permission: "asset.read")
        method = "POST"
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            body = try encoder.encode(search)
        } catch {
            throw SourceError(.unsupported, "A search of Immich can't be written: \(error).")
        }
    }
}
