import BlobStore
import Foundation

/// What is known of a backup of the catalog on this machine. Only the process that sends it writes the file.
///
/// The place decides what it has. A lost or outdated state costs a comparison or a new snapshot.
struct BackupState: Codable, Equatable {
    /// A file that was made here, until it isn't needed any more.
    struct Segment: Codable, Equatable {
        var first: UInt64
        var last: UInt64
        /// The number of the last change that is certainly in it.
        var change: Int64
        /// When it was made.
        var date: Date
    }

    private(set) var format = 1
    var address: String
    var epoch: UInt64
    /// The place has every transaction up to this one.
    var storedTransaction: UInt64 = 0
    /// The place has every change up to this one.
    var storedChange: Int64 = 0
    /// The highest transaction that was ever in the place or in a file here, if it's known.
    var highestTransaction: UInt64?
    /// When the place confirmed a transaction, or that it has all of them.
    var storedDate: Date?
    /// The date of the last file.
    var lastDate: Date?
    /// The files that are here, by transaction.
    var segments: [Segment] = []
    /// Why the last attempt failed, for people.
    var failure: String?
    /// When the last attempt failed that could not begin.
    var failureDate: Date?
    /// Whether another copy of the library has become the owner.
    var isReplaced = false
    /// The result of the last restore drill.
    var drill: DrillRecord?
    /// When the files of former owners were looked at last.
    var formerOwnersDate: Date?
    /// The folder and the machine of the new owner, if this copy was replaced and they're known.
    var newOwner: String?

    init(address: String, epoch: UInt64) {
        (self.address, self.epoch) = (address, epoch)
    }

    /// The files that the place doesn't have yet.
    var waiting: [Segment] { segments.filter { $0.last > storedTransaction } }

    /// Reads the state of a backup. Returns `nil` if there is none, or if it isn't one of this version.
    static func read(from folder: BackupFolder) throws -> BackupState? {
        guard FileManager.default.fileExists(atPath: folder.state.path(percentEncoded: false)) else { return nil }
        let data = try Data(contentsOf: folder.state)
        guard let state = try? JSONDecoder().decode(BackupState.self, from: data), state.format == 1 else { return nil }
        return state
    }

    /// Notes why an attempt failed before the backup could begin.
    ///
    /// - Parameter owner: The folder and the machine of the new owner, if another copy has become the owner.
    ///
    /// - Parameter isReplaced: Whether another copy owns the place.
    static func note(
        _ error: RemoteBlobError, isReplaced: Bool = false, owner: String? = nil, in folder: BackupFolder
    ) throws {
        guard var state = try read(from: folder) else { return }
        let former = state
        (state.failure, state.failureDate) = (error.message, Date())
        if isReplaced { (state.isReplaced, state.newOwner) = (true, owner ?? state.newOwner) }
        if state != former { try state.write(to: folder) }
    }

    func write(to folder: BackupFolder) throws {
        try DurableFile.write(try Self.encoder.encode(self), to: folder.state, permissions: folder.permissions)
    }

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
