package import Foundation

/// A row of `placement`: the state of one blob in the library's place.
package struct PlacementRecord: Sendable, Equatable {
    package enum State: Int, Sendable {
        /// It isn't in the place yet.
        case waiting = 0
        /// A part of it may be in the place.
        case uploading = 1
        /// It's in the place, and its bytes there were verified.
        case stored = 2
        /// The last attempt to upload it failed.
        case failing = 3
        /// No row names it any more, and it's being removed from the place.
        case leaving = 4
    }

    /// 0 until the row is in the catalog. Uploads are in this order.
    package var id: Int64 = 0
    package var sha256: BlobDigest
    package var fileSize: Int64
    package var state: State
    /// The started upload in JSON.
    package var upload: String?
    /// The number of failures in succession.
    package var attemptCount = 0
    package var firstFailureDate: Date?
    /// The time before which it isn't tried again. `nil` if it's refused for good.
    package var nextAttemptDate: Date?
    /// The last failure, for people.
    package var reason: String?
    /// When its bytes in the place were last compared with its digest. If the state isn't `stored`, the place may still
    /// have an object of this library with other bytes.
    package var verifiedDate: Date?
    /// When its bytes were last read from the place and had its digest. `nil` if only the place says that it has them.
    package var readDate: Date?
    /// Whether the place may have lost it since, so that it must be asked.
    package var needsCheck = false
    /// Whether its last resource may have been deleted.
    package var isDoubted = false
    /// Since when no row names it.
    package var unnamedDate: Date?

    /// Whether it's failing, and further attempts would fail in the same way.
    package var isRefused: Bool { state == .failing && nextAttemptDate == nil }

    package init(sha256: BlobDigest, fileSize: Int64, state: State) {
        self.sha256 = sha256
        self.fileSize = fileSize
        self.state = state
    }
}

/// The number and total size of the blobs in one state.
package struct PlacementTotal: Sendable, Hashable {
    package var count: Int
    package var sizeInBytes: Int64

    package init(count: Int = 0, sizeInBytes: Int64 = 0) {
        self.count = count
        self.sizeInBytes = sizeInBytes
    }
}

/// The row of `place`: where the library keeps originals outside its folder.
package struct PlaceRecord: Sendable, Equatable {
    package var address: String
    /// When the library was connected.
    package var date: Date
    /// Whether a change is reported only after the place has it.
    package var isDurable: Bool
    /// Why this copy of the library accepts no changes, for people. `nil` if it accepts them.
    package var obstacle: String?

    package init(address: String, date: Date, isDurable: Bool = false, obstacle: String? = nil) {
        self.address = address
        self.date = date
        self.isDurable = isDurable
        self.obstacle = obstacle
    }
}

/// An original whose bytes can leave this machine, with what decides the order.
package struct EvictableOriginal: Sendable, Equatable {
    /// The row identifier of its placement.
    package let id: Int64
    package let sha256: BlobDigest
    package let fileSize: Int64
    /// Whether one of its assets is a favorite.
    package let isFavorite: Bool
    /// The newest creation date of its assets.
    package let creationDate: Date
    /// The newest date on which one of its assets was added.
    package let addedDate: Date

    package init(
        id: Int64, sha256: BlobDigest, fileSize: Int64, isFavorite: Bool, creationDate: Date, addedDate: Date
    ) {
        self.id = id
        self.sha256 = sha256
        self.fileSize = fileSize
        self.isFavorite = isFavorite
        self.creationDate = creationDate
        self.addedDate = addedDate
    }
}
