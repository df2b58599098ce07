import Albumen
import Foundation
import MediaTypes
import PickerWire
import Records

/// A form in which an app can load an asset, or the paired video of a Live Photo.
struct PickRepresentation: Sendable {
    enum Form: String, Sendable {
        /// The stored bytes.
        case stored
        /// A copy of the stored bytes without some metadata.
        case reduced
        /// A JPEG made from the file.
        case jpeg
        /// A movie with H.264 made from the file.
        case h264
    }

    /// The uniform type.
    let type: String
    let filename: String
    let resource: ResourceRecord
    let form: Form

    /// The size in bytes, or `nil` if the file is made on request.
    var byteCount: Int64? { form == .stored ? resource.fileSize : nil }
}

/// The forms of one chosen asset, by fidelity.
struct PickRepresentations: Sendable {
    private static let jpegType = JPEGConversion.uniformTypeIdentifier
    private static let movieType = "com.apple.quicktime-movie"
    private static let compatibleTypes = JPEGConversion.commonTypes

    /// The types of files from which metadata can be removed.
    private static let reducibleTypes: Set<String> = compatibleTypes.union([
        "public.heic", "public.heif", "public.avif", "org.webmproject.webp", "public.tiff", movieType, "public.mpeg-4",
        "com.apple.m4v-video",
    ])

    /// The forms of the photo or video.
    let main: [PickRepresentation]
    /// The paired video of a Live Photo.
    let pairedVideo: PickRepresentation?
    /// The name of the asset without an extension.
    let name: String

    init(of picked: PickedAsset, in session: PickSession) {
        let files = AssetFiles(picked.resources)
        let original = files.primary(.unadjusted)?.originalFilename ?? picked.asset.uuid
        name = Self.parts(of: original).name
        let maker = Maker(
            name: name, isCompatible: session.configuration.representation == .compatible,
            removes: !session.removes.isEmpty)
        if picked.asset.mediaType == .video {
            main =
                files.playable(.current).map { file in
                    let codec = file.type == .video ? picked.videoCodec : nil
                    return [maker.movie(file, codec: codec)]
                } ?? []
            pairedVideo = nil
        } else {
            main = maker.photos(files)
            pairedVideo = files.pairedVideo(.current).map { maker.movie($0, codec: nil) }
        }
    }

    /// Returns a file's name without its extension, and the extension.
    private static func parts(of filename: String) -> (name: String, ending: String) {
        guard let dot = filename.lastIndex(of: "."), dot != filename.startIndex else { return (filename, "") }
        return (String(filename[..<dot]), String(filename[filename.index(after: dot)...]))
    }

    private struct Maker {
        let name: String
        let isCompatible: Bool
        let removes: Bool

        func photos(_ files: AssetFiles<ResourceRecord>) -> [PickRepresentation] {
            guard let shown = files.picture(.current) else { return [] }
            if isCompatible { return [isAny(shown) ? unchanged(shown) : jpeg(shown)] }
            var photos = [shown]
            // The other one of a RAW and its JPEG, unless an edit replaces both.
            if shown.type == .photo, let alternate = files[.alternatePhoto] { photos.insert(alternate, at: 0) }
            if shown.isUsedAsOriginal, let photo = files[.photo] { photos.append(photo) }
            // Metadata can't be removed from a RAW.
            var forms = photos.filter { !removes || isReducible($0) }.map(unchanged)
            let hasCommonForm = forms.contains { PickRepresentations.compatibleTypes.contains($0.type) }
            if !hasCommonForm { forms.append(jpeg(shown)) }
            return forms
        }

        func movie(_ file: ResourceRecord, codec: String?) -> PickRepresentation {
            if !isCompatible || codec == "h264", !removes || isReducible(file) { return unchanged(file) }
            let type =
                file.uniformTypeIdentifier == PickRepresentations.movieType
                ? PickRepresentations.movieType : "public.mpeg-4"
            return PickRepresentation(type: type, filename: filename(type, of: nil), resource: file, form: .h264)
        }

        private func unchanged(_ file: ResourceRecord) -> PickRepresentation {
            PickRepresentation(
                type: file.uniformTypeIdentifier, filename: filename(file.uniformTypeIdentifier, of: file),
                resource: file, form: removes ? .reduced : .stored)
        }

        private func jpeg(_ file: ResourceRecord) -> PickRepresentation {
            let type = PickRepresentations.jpegType
            return PickRepresentation(type: type, filename: filename(type, of: nil), resource: file, form: .jpeg)
        }

        private func isAny(_ file: ResourceRecord) -> Bool {
            PickRepresentations.compatibleTypes.contains(file.uniformTypeIdentifier)
        }

        /// Whether metadata can be removed from a file of this type.
        private func isReducible(_ file: ResourceRecord) -> Bool {
            PickRepresentations.reducibleTypes.contains(file.uniformTypeIdentifier)
        }

        /// Returns the asset's name with the extension of the file, or of the type.
        private func filename(_ type: String, of file: ResourceRecord?) -> String {
            let own = file.map { PickRepresentations.parts(of: $0.originalFilename).ending } ?? ""
            let ending = own.isEmpty ? MediaType.declared(identifier: type)?.preferredFilenameExtension ?? "" : own
            return ending.isEmpty ? name : "\(name).\(ending)"
        }
    }
}
