package import Foundation

/// The wish of a copy of a library to own it in a place.
package struct OwnerClaim: Hashable, Sendable {
    package var library: UUID
    package var copy: PlaceMark.Copy
    /// Identifies the process in durable mode. Choose a new one in each process.
    package var session: UUID
    package var mode: OwnerRecord.Mode
    /// The address at which this copy serves the library, for redirections.
    package var address: String?
    /// The state that this copy has just been restored from. It always needs a new epoch. `nil` to go on after a restart.
    package var from: OwnerRecord.Origin?
    /// The time, for people.
    package var date: Date

    package init(
        library: UUID, copy: PlaceMark.Copy, session: UUID = UUID(), mode: OwnerRecord.Mode = .local,
        address: String? = nil, from: OwnerRecord.Origin? = nil, date: Date
    ) {
        self.library = library
        self.copy = copy
        self.session = session
        self.mode = mode
        self.address = address
        self.from = from
        self.date = date
    }
}
