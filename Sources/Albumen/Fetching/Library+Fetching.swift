import Catalog
import Foundation

extension Library {
    /// The row identifiers of the assets that the client may see and asked for, in order.
    package func assetIdentifiers(_ fetch: AssetFetch, access: Access) throws -> [Int64] {
        let query = try fetch.query(access: access, now: now())
        if query.scope == .nothing { return [] }
        return try catalog.read { try $0.assetIdentifiers(matching: query) }
    }

    package func assetCount(_ fetch: AssetFetch, access: Access) throws -> Int {
        let query = try fetch.query(access: access, now: now())
        return try catalog.read { try $0.assetCount(matching: query) }
    }
}
