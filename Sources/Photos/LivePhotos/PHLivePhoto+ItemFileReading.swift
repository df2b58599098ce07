import Foundation
import ItemProviders
package import UniformTypeIdentifiers

extension UTType {
    /// A folder with the photo and the video of a Live Photo (`com.apple.live-photo-bundle`).
    package static let livePhotoBundle = UTType(importedAs: "com.apple.live-photo-bundle")
}

extension PHLivePhoto: ItemFileReading {
    /// Reads the folder of a Live Photo. Copies its files, which stay until the process ends.
    ///
    /// - Throws: An error if the folder doesn't contain the photo and the video of one Live Photo.
    package static func object(withItemProviderFileAt url: URL, typeIdentifier: String) throws -> Self {
        let copy = try ItemFolders.shared.copy(url)
        do {
            let members = try FileManager.default.contentsOfDirectory(
                at: copy, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            let files = members.filter { file in
                guard let type = UTType(filenameExtension: file.pathExtension) else { return false }
                return type.conforms(to: .image) || type.conforms(to: .movie)
            }
            guard let livePhoto = try LivePhotoFileRequest.livePhoto(of: files) as? Self else {
                throw NSError.item(
                    .unexpectedValueClassError, "A Live Photo of class \(self) can't be created from files.")
            }
            return livePhoto
        } catch {
            ItemFolders.delete(copy.deletingLastPathComponent())
            throw error
        }
    }
}
