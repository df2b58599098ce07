import Albumen
import Catalog
import Records
import Synchronization

/// Dates and place of an album's members, read when first asked for and kept: as they were when the album was fetched.
final class KeptAlbumSummary: Sendable {
    private let albumID: Int64
    private let view: LibraryView
    private let summary = Mutex<MemberSummary?>(nil)

    init(albumID: Int64, view: LibraryView) {
        self.albumID = albumID
        self.view = view
    }

    /// Nil without access, and if the catalog could not be read: the next call tries again.
    var value: MemberSummary? {
        if let known = summary.withLock({ $0 }) { return known }
        let access = view.currentAccess
        guard access.scope != .nothing else { return nil }
        do {
            let read = try view.library.memberSummary(
                ofAlbum: albumID, at: view.version, access: access)
            summary.withLock { $0 = read }
            return read
        } catch {
            Diagnostics.report("The members of an album could not be read: \(error)")
            return nil
        }
    }
}
