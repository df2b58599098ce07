import Albumen
import Records

extension AssetDocument {
    /// A form in which the asset can be downloaded as it's shown.
    struct Shown: Encodable {
        let address: String
        let contentType: String

        /// Returns the forms that aren't an original: the rendering of an edit, and a JPEG of a photo that isn't a JPEG, PNG
        /// or GIF. The form that more programs read is the first one.
        static func forms(
            of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>, _ addresses: AssetAddresses
        ) -> [Shown] {
            let shown = asset.mediaType == .image ? files.picture(.current) : files.playable(.current)
            guard let shown else { return [] }
            var forms: [Shown] = []
            if shown.type.mediaType == .image, !JPEGConversion.commonTypes.contains(shown.uniformTypeIdentifier) {
                forms.append(
                    Shown(
                        address: addresses.shown(as: .jpeg),
                        contentType: FileAnswer.contentType(of: JPEGConversion.uniformTypeIdentifier)))
            }
            if shown.type == .fullSizePhoto || shown.type == .fullSizeVideo {
                forms.append(
                    Shown(address: addresses.shown(as: .shown), contentType: FileAnswer.contentType(of: shown)))
            }
            return forms
        }
    }
}
