package import Foundation

/// The edit of an item.
package struct SourceEdit: Sendable, Equatable {
    /// The recipe as the program stored it.
    package struct Recipe: Sendable, Equatable {
        package var formatIdentifier: String
        package var formatVersion: String
        package var data: Data

        package init(formatIdentifier: String, formatVersion: String, data: Data) {
            self.formatIdentifier = formatIdentifier
            self.formatVersion = formatVersion
            self.data = data
        }
    }

    /// The recipe, or `nil` if the source has none.
    package var recipe: Recipe?
    /// The file that contains the recipe, or `nil` if the recipe is kept in a database.
    package var recipeFile: SourceFile?
    /// The renderings that are here: `fullSizePhoto`, `fullSizeVideo` or `fullSizePairedVideo`. At least one.
    package var renderings: [SourceFile]
    /// The files that the edit is based on, where they differ from the originals.
    package var bases: [SourceFile]
    /// When the user edited the item.
    package var date: Date?

    package init(
        recipe: Recipe? = nil, recipeFile: SourceFile? = nil, renderings: [SourceFile], bases: [SourceFile] = [],
        date: Date? = nil
    ) {
        self.recipe = recipe
        self.recipeFile = recipeFile
        self.renderings = renderings
        self.bases = bases
        self.date = date
    }
}
