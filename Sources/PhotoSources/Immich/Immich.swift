internal import Foundation

/// Servers of Immich, read through their API.
package enum Immich {
    /// Opens the library of one user, and reads its albums, tags and stacks.
    ///
    /// The API key belongs to the user. It needs the permissions `user.read`, `asset.read`, `asset.download` and
    /// `album.read`. Without `tag.read` and `stack.read`, tags and stacks are listed as unreadable.
    ///
    /// Versions from 1.106 are read. Nothing on the server is changed.
    ///
    /// - Complexity: One request for each 1000 items, for each album, and for each tag.
    package static func open(
        _ server: ImmichServer, options: ImmichOptions
    ) throws(SourceError) -> any PhotoSource {
        try open(server, options: options, waits: [0.5, 2, 5], pageSize: ImmichPages.pageSize)
    }

    /// - Parameters:
    ///   - waits: The seconds between the attempts of a request.
    ///   - pageSize: The assets of a page.
    static func open(
        _ server: ImmichServer, options: ImmichOptions, waits: [TimeInterval], pageSize: Int
    ) throws(SourceError) -> ImmichSource {
        let connection = try ImmichConnection(server, allowsPlainHTTP: options.allowsPlainHTTP, waits: waits)
        return try ImmichSource(connection, options: options, pageSize: pageSize)
    }
}
