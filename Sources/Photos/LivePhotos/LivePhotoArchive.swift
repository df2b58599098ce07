import Foundation
import PhotoLibrary
import Records
import UIKitCore

/// An encoded Live Photo: its picture, and the places of its files.
enum LivePhotoArchive {
    static let key = "albumen.livePhoto"

    private struct Archive: Codable {
        var image: Data
        /// The UUID of the asset and the number of its version, or `nil` for a Live Photo of files.
        var assetUUID: String?
        var version: Int?
        var files: [LivePhotoFile] = []
    }

    /// Returns `nil` for a Live Photo that is still degraded or has temporary files, and for files that aren't a version of their asset.
    static func data(_ content: LivePhotoContent) -> Data? {
        guard let image = content.image.jpegData(compressionQuality: 0.95) else { return nil }
        var archive = Archive(image: image)
        switch content.files {
        case .pending, .rendered: return nil
        case .urls(let photo, let video): archive.files = [photo, video]
        case .asset(_, let uuid, let version, _, _):
            archive.assetUUID = uuid
            guard let version else { return nil }
            archive.version = AssetVersion.allCases.firstIndex(of: version)
        }
        return try? JSONEncoder().encode(archive)
    }

    /// Returns `nil` if the data is damaged, if the client may not see the asset, or if a file is missing.
    static func content(of data: Data, _ session: PhotoLibrarySession) -> LivePhotoContent? {
        guard let archive = try? JSONDecoder().decode(Archive.self, from: data),
            let image = UIImage(data: archive.image), let files = files(archive, session)
        else { return nil }
        return LivePhotoContent(image: image, files: files)
    }

    private static func files(_ archive: Archive, _ session: PhotoLibrarySession) -> LivePhotoContent.Files? {
        if archive.files.count == 2, archive.files[0].isPhoto, !archive.files[1].isPhoto {
            let exist = archive.files.allSatisfy { $0.url.isFileURL && ResourceOrigin.file($0.url).isLocallyAvailable }
            return exist ? .urls(photo: archive.files[0], video: archive.files[1]) : nil
        }
        guard let uuid = archive.assetUUID, let number = archive.version, let library = session.library,
            AssetVersion.allCases.indices.contains(number)
        else { return nil }
        let version = AssetVersion.allCases[number]
        do {
            let view = session.currentView(of: library)
            guard let asset = try view.asset(withUUID: uuid),
                let (photo, video) = try view.livePhotoResources(of: asset, version: version)
            else { return nil }
            return .asset(library, uuid: uuid, version: version, photo: photo, video: video)
        } catch {
            Diagnostics.report("A Live Photo could not be decoded: \(error)")
            return nil
        }
    }
}
