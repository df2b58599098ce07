public import Foundation
public import PhotoLibrary

extension Library {
    /// Imports photos and videos: files, and all files in folders. Blocks until it's done.
    ///
    /// The method doesn't change the files. It counts a file as refused if it can't be read as a photo or video, and
    /// imports the others. It counts a file as a duplicate if the library contains its bytes.
    ///
    /// - Parameter makesThumbnails: Whether to decode each picture and store its thumbnail and preview. Otherwise,
    ///   they are made on first use.
    /// - Throws: An error if the library fails, for example because the disk is full, or if the media worker isn't
    ///   found.
    @discardableResult
    public func importFiles(at urls: [URL], makesThumbnails: Bool = true) throws -> IngestSummary {
        try Ingest(into: self, makesDerivatives: makesThumbnails, report: { _ in }).run(urls.map(\.path))
    }
}
