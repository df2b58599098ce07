import BlobStore
import Foundation
import PhotoSources
import Records

extension ExportFolder {
    /// Writes the albums and folders of an export. As with sidecars, a file with other contents stays.
    ///
    /// - Throws: `ExportError`
    func write(_ catalogue: AlbumCatalogue) throws -> ExportEvent {
        let (name, path) = (AlbumCatalogue.fileName, path(of: AlbumCatalogue.fileName))
        let bytes: Data
        do throws(SourceError) {
            bytes = try catalogue.json()
        } catch {
            return .failed(originalFilename: name, assetUUID: "", reason: error.message)
        }
        switch occupant(of: name, size: Int64(bytes.count), try BlobDigest(hashing: bytes)) {
        case .sameBytes: return .present(path: path, assetUUID: "")
        case .other:
            let reason =
                "\(path) has other contents than the library, and an export overwrites nothing. Move it away, or name "
                + "another folder."
            return .failed(originalFilename: name, assetUUID: "", reason: reason)
        case .nothing:
            let hidden = try begin(bytes, as: name)
            try synchronize([(file: hidden, name: name)])
            try hidden.rename(to: name)
            noteName(name)
            return .albums(path: path)
        }
    }
}
