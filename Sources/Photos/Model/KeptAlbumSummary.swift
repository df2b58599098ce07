import Albumen
import Synchronization

/// What is known of an album's members as a whole, read when it is first asked for and kept.
final class KeptAlbumSummary: Sendable {
    private let albumID: Int64
    private let view: LibraryView
    private let summary = Mutex<AlbumSummary?>(nil)

    init(albumID: Int64, view: LibraryView) {
        self.albumID = albumID
        self.view = view
    }

    /// Nil where the catalog could not be read: the next call tries again.
    var value: AlbumSummary? {
        if let known = summary.withLock({ $0 }) { return known }
        do {
            let read = try view.library.albumSummary(ofAlbum: albumID, access: view.access)
            summary.withLock { $0 = read }
            return read
        } catch {
            Diagnostics.report("The members of an album could not be read: \(error)")
            return nil
        }
    }
}
