package import Foundation

/// A choice that the user confirmed in the picker, for an app without access.
package struct ConfirmedPick: Sendable, Equatable, Identifiable {
    /// The party that asked, as the server knew it.
    package struct Requester: Sendable, Hashable {
        /// The web page's origin, or `nil` if a program without one asked. Any program can claim an origin. It's as
        /// reliable as the program that sent the request.
        package var origin: String?
        /// The user of the connection, or `nil` if it isn't known.
        package var user: UInt32?
        /// The path of the program that made the connection, if it's the owner's.
        package var program: String?
        /// Whether the user is the library's owner.
        package var isOwner: Bool

        package init(origin: String?, user: UInt32?, program: String?, isOwner: Bool) {
            (self.origin, self.user, self.program, self.isOwner) = (origin, user, program, isOwner)
        }

        /// A page on a connection of the owner.
        package static func origin(_ origin: String) -> Requester {
            Requester(origin: origin, user: nil, program: nil, isOwner: true)
        }

        /// A program without a page.
        package static func program(user: UInt32, path: String?, isOwner: Bool) -> Requester {
            Requester(origin: nil, user: user, program: path, isOwner: isOwner)
        }
    }

    package var id: Int64
    package var date: Date
    package var requester: Requester
    /// The app's own name, which is a claim.
    package var application: String?
    /// The number of chosen assets, including those that were purged since.
    package var assetCount: Int

    package init(id: Int64 = 0, date: Date, requester: Requester, application: String?, assetCount: Int) {
        self.id = id
        self.date = date
        self.requester = requester
        self.application = application
        self.assetCount = assetCount
    }
}
