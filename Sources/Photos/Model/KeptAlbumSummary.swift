import PhotoLibrary
import Records
import Synchronization

/// The dates and the location of an album's members at the time of the fetch. Reads them on first use and keeps them.
final class KeptAlbumSummary: Sendable {
    private let albumID: Int64
    private let context: FetchContext
    private let summary = Mutex<MemberSummary?>(nil)

    init(albumID: Int64, context: FetchContext) {
        self.albumID = albumID
        self.context = context
    }

    /// The summary, or `nil` without access and if the catalog can't be read. In that case the next call tries again.
    var value: MemberSummary? {
        if let known = summary.withLock({ $0 }) { return known }
        let view = context.currentView
        guard view.access.canSeeAssets else { return nil }
        do {
            let read = try view.memberSummary(ofAlbum: albumID, at: context.version)
            summary.withLock { $0 = read }
            return read
        } catch {
            Diagnostics.report("The members of an album could not be read: \(error)")
            return nil
        }
    }
}
