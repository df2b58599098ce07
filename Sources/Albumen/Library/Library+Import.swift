public import Foundation

extension Library {
    /// Brings photos and videos into the library: files, and all that is in folders. Blocks until it is done.
    ///
    /// The files stay as they are. One that cannot be read as a photo or video is counted as refused and never stops
    /// the rest; one whose bytes the library has is a duplicate.
    ///
    /// - Parameter makesThumbnails: decode each picture on the way and store its thumbnail and preview; else they are made when
    ///   they are first asked for.
    /// - Throws: where the library itself fails, as with a full disk, or where no media worker is to be found.
    @discardableResult
    public func importFiles(at urls: [URL], makesThumbnails: Bool = true) throws -> IngestSummary {
        try Ingest(into: self, makesDerivatives: makesThumbnails, report: { _ in }).run(urls.map(\.path))
    }
}
