import Albumen
import AlbumenTestSupport

extension TemporaryLibrary {
    private var view: LibraryView { library.view(for: .owner(through: "test")) }

    /// Returns the recipe of an edit by Albumen's editor, or `nil` if the photo has none.
    func recipe(of uuid: String) throws -> AdjustmentRecipe? {
        try view.adjustingBase(ofAsset: uuid).recipe
    }

    /// Edits a photo as another program does, in this process.
    func edit(_ uuid: String, _ change: (inout AdjustmentRecipe) -> Void) throws {
        _ = try view.adjust(assetUUID: uuid) { recipe, _ in change(&recipe) }
    }
}
