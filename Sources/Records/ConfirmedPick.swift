package import Foundation

/// A choice that the user confirmed in the picker, for an app without access.
package struct ConfirmedPick: Sendable, Equatable, Identifiable {
    /// The party that asked, as the server knew it.
    package enum Requester: Sendable, Hashable {
        /// A web page.
        case origin(String)
        /// A program of a user of this machine, with its path if it's the owner's.
        case program(user: UInt32, path: String?, isOwner: Bool)
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
