import Albumen
import BlobStore
import Records

/// The recipe of an asset's edit, and the files that it applies to.
struct AdjustmentsDocument: Encodable {
    /// The original, or another app's rendering.
    struct Base: Encodable {
        let pixelWidth: Int
        let pixelHeight: Int
        /// The address of the upright picture in the size of a preview.
        let preview: String
        /// Of the video, in seconds.
        @OrNull var duration: Double?
        /// The time of the still in a Live Photo's video, in seconds.
        @OrNull var keyPhoto: Double?
        @OrNull var video: AssetDocument.Video?
    }

    let asset: String
    let kind: String
    let recipe: AdjustmentRecipe
    let revision: String
    @OrNull var edit: AssetDocument.Edit?
    let base: Base

    init(_ base: AdjustingBase, _ movie: AdjustedMovie?, _ edit: EditSummary?, _ slowMotion: SlowMotion?) {
        asset = base.editing.asset.uuid
        kind = base.kind.rawValue
        recipe = base.recipe ?? AdjustmentRecipe()
        revision = base.editing.revision.text
        self.edit = edit.map(AssetDocument.Edit.init)
        let content = PictureSource(base.picture, assetUUID: asset).contentTag
        self.base = Base(
            pixelWidth: base.picture.pixelWidth, pixelHeight: base.picture.pixelHeight,
            preview: "/api/assets/\(asset)/adjustments/preview?content=\(content)",
            duration: movie?.duration, keyPhoto: movie?.photoTime,
            video: base.movie.flatMap {
                AssetDocument.Video($0, of: base.editing.asset, codec: movie?.videoCodec, slowMotion, isOfBase: true)
            })
    }
}

/// The result of saving a recipe.
struct SavedAdjustmentsDocument: Encodable {
    /// `edited`, `unchanged`, or `reverted` if the recipe changes nothing.
    let outcome: String
    /// The asset, if it changed.
    let assets: [String]
    /// The revision of the present edit.
    let revision: String
    /// The value for `/api/undo`, or `null` if nothing changed.
    @OrNull var undo: String?
}

/// The result of pasting a recipe.
struct PastedAdjustmentsDocument: Encodable {
    struct Failure: Encodable {
        let asset: String
        let code: String
        let message: String
    }

    /// The assets that changed.
    let assets: [String]
    /// The value for `/api/undo`, or `null` if nothing changed.
    @OrNull var undo: String?
    let failures: [Failure]
}
