package import Foundation

/// Where a library's folder is, as two hashes of 32 bytes. Clients' tokens have no effect in a copy of the library.
///
/// Both hashes contain the folder's number in its file system and the time of its creation, which a copy doesn't have.
/// A folder that was moved within its file system keeps `inVolume`. A restart of the machine can change the number of
/// the volume, but keeps `atPath`.
package struct TokenPlace: Sendable, Equatable {
    /// The hash that also contains the volume's number.
    package var inVolume: Data
    /// The hash that also contains the folder's path.
    package var atPath: Data

    package init(inVolume: Data, atPath: Data) {
        (self.inVolume, self.atPath) = (inVolume, atPath)
    }

    /// Returns whether both are the place of the same folder, which may have been moved.
    package func isSame(as other: TokenPlace) -> Bool { inVolume == other.inVolume || atPath == other.atPath }
}
