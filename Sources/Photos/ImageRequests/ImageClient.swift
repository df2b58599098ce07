import AVFoundation
import AlbumenGraphics
import Foundation
import PhotoLibrary
import Pixels
import Records
import UIKitCore

/// The client of an image request: the app's current access to an asset.
struct ImageClient {
    let view: LibraryView
    let record: AssetRecord
    private let session: PhotoLibrarySession

    /// - Throws: `RequestFailure` for an empty asset, or without access.
    init(_ asset: PHAsset, _ session: PhotoLibrarySession) throws {
        guard let library = asset.library, let record = asset.record else { throw RequestFailure.noAsset }
        guard let access = session.accessForReading() else {
            throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
        }
        view = library.view(for: .client(session.client, access: access))
        var fetched = record
        // A page of another fetch that is read after a deletion has the date, too.
        if !asset.isFetchedFromTrash { fetched.trashedDate = nil }
        self.record = fetched
        self.session = session
    }

    /// The permission to deliver the asset's results.
    var permit: DeliveryPermit { DeliveryPermit(view.library, asset: record.id, uuid: record.uuid, session) }

    var isImage: Bool { record.mediaType == .image }
    var isVideo: Bool { record.mediaType == .video }

    func source(_ version: AssetVersion) throws -> PictureSource {
        try view.pictureSource(of: record, version: version)
    }

    func request(
        _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ settings: ImageRequestSettings,
        priority: ImageRequest.Priority = .visible, network: NetworkAccess
    ) throws -> ImageRequest {
        let source = try source(settings.version)
        return ImageRequest(
            source: source,
            layout: try settings.layout(of: source.size, targetSize: targetSize, contentMode: contentMode),
            delivery: settings.delivery, priority: priority,
            allowsSecondaryDegraded: settings.allowsSecondaryDegraded, network: network,
            range: settings.range)
    }
}

/// The permission of an app to receive something of an asset. The app's access and the asset's visibility are read when
/// the permission is checked.
struct DeliveryPermit: Sendable {
    private let library: Library
    private let asset: AssetPermit
    private let session: PhotoLibrarySession

    init(_ library: Library, asset identifier: Int64, uuid: String, _ session: PhotoLibrarySession) {
        self.library = library
        asset = AssetPermit(library, asset: identifier, uuid: uuid)
        self.session = session
    }

    /// - Throws: The same errors as a new request for the asset.
    func check() throws {
        guard let access = session.accessForChanging else {
            throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
        }
        try asset.check(access)
    }

    /// The permission for the objects of AVFoundation that read the asset's video.
    func makeMoviePermit() -> MoviePermit {
        MoviePermit {
            do {
                try check()
            } catch {
                throw NSError.photos(error)
            }
        } watch: { changed in
            do {
                return try library.changes.subscribe { _ in changed() }
            } catch {
                Diagnostics.report("A player can't watch for changes, so it checks access when it starts: \(error)")
                return nil
            }
        }
    }
}

extension UIImage {
    /// Creates an image with one pixel per point, as PhotoKit returns it.
    convenience init(_ bitmap: Bitmap) {
        self.init(cgImage: CGImage(bitmap))
    }
}
