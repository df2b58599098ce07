import BlobStore
import Catalog
import Foundation
import Records

/// Bytes that no row names leave the place after 37 days and a second look. Only objects that this library's catalog
/// has recorded as its own are removed.
extension CloudSync {
    /// Looks whether rows still name the blobs that may have lost their last one.
    func settleDoubts() throws {
        var last: Int64 = 0
        while true {
            let page = try library.catalog.read { try $0.doubtedPlacements(after: last, limit: Self.pageSize) }
            guard let end = page.last else { return }
            try library.catalog.maintain { maintenance in
                for placement in page { try maintenance.settleDoubt(about: placement, at: library.now()) }
            }
            last = end.id
        }
    }

    func removeUnnamed(_ run: CloudRun) throws {
        let limit = library.now() - Self.retention
        while true {
            let page = try library.catalog.read { try $0.placementsUnnamed(since: limit, limit: Self.pageSize) }
            let leaving = try page.filter { placement in
                guard placement.state != .leaving else { return true }
                return try library.catalog.maintain { try $0.beginLeaving(placement) }
            }
            // Only the owner removes, and another one may have followed since the last page.
            if !leaving.isEmpty { try library.checkMark(of: place, cancellation) }
            for placement in leaving { try remove(placement, run) }
            // A page without removals has only blobs that a row names again, and these are no longer unnamed.
            if page.count < Self.pageSize { return }
        }
    }

    private func remove(_ placement: PlacementRecord, _ run: CloudRun) throws {
        try cancellation.check(place.address)
        let digest = placement.sha256
        if let upload = placement.startedUpload { try place.abandon(upload, cancellation) }
        try place.remove(.original(digest), cancellation)
        try library.catalog.maintain { try $0.endLeaving(placement) }
        run.note(.removed(digest))
    }

    /// Removes the parts of uploads that no row knows, for example because the process was killed before it could note
    /// their start.
    func abandonStrayUploads() throws {
        let oldest = library.now() - Self.strayUploadAge
        try RemotePage.forEach(of: place.address) { position in
            try place.unfinishedUploads(after: position, cancellation)
        } _: { page in
            for upload in page.elements {
                guard let start = upload.start, start < oldest, try !isKnown(upload) else { continue }
                try place.abandon(upload, cancellation)
            }
        }
    }

    private func isKnown(_ upload: UnfinishedUpload) throws -> Bool {
        // Parts of the catalog's files begin anew after a day. In a folder, such an upload has the name `objects`.
        guard let digest = upload.name.originalDigest else {
            let prefixes = ["albumen/catalog/", ThumbnailPack.prefix]
            return !(prefixes.contains { upload.name.text.hasPrefix($0) } || upload.name.text == "objects")
        }
        let placement = try library.catalog.readOnce { try $0.placement(ofBytes: digest) }
        return placement?.startedUpload?.reference == upload.reference
    }
}
