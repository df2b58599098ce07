import BlobStore
import Catalog
import Foundation
import Records

/// The place's mark was missing or another library's, so what was stored there may be gone.
extension CloudVerification {
    private static let recheckPageSize = 64

    /// Asks the place for each stored original that it may have lost. The sizes must be equal; the bytes are read before
    /// they are relied on. What is on this machine is uploaded again. What isn't is lost.
    ///
    /// If it's interrupted, the next run continues.
    ///
    /// - Complexity: O(*n*) for *n* such originals: a request for each.
    func recheckStored(report: (Finding) -> Void) throws {
        while true {
            try cancellation.check(place.address)
            let page = try library.catalog.read { try $0.placementsToCheck(limit: Self.recheckPageSize) }
            guard !page.isEmpty else { return }
            let digests = page.map(\.sha256)
            let (place, cancellation) = (self.place, self.cancellation)
            let sizes = try place.concurrentMap(digests) { try place.size(of: .original($0), cancellation) }
            try library.checkMark(of: place, cancellation)
            for (placement, (digest, size)) in zip(page, zip(digests, sizes)) {
                if size == placement.fileSize {
                    var checked = placement
                    checked.needsCheck = false
                    let row = checked
                    try library.catalog.maintain { try $0.update(row, from: [.stored]) }
                } else {
                    report(try settle(placement, digest, loss(size)))
                }
            }
        }
    }

    private func loss(_ size: Int64?) -> RemoteBlobError {
        size == nil
            ? RemoteBlobError(.notFound, "\(place.address) has lost it.")
            : RemoteBlobError(.damaged, "\(place.address) has other bytes of it.")
    }
}
