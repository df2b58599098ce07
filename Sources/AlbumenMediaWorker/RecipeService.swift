import Imaging
import MediaRequests

/// Reads recipes of Apple's editor.
enum RecipeService {
    static func read(descriptor: Int32) -> MediaReply {
        do throws(MediaError) {
            let recipe = try MappedFile.read(descriptor) { bytes throws(MediaError) in
                try AppleRecipe(parsing: bytes)
            }
            guard let recipe else { throw MediaError(.limitExceeded, "the recipe is too large") }
            return .recipe(playbackVariation: recipe.playbackVariation)
        } catch {
            return .failure(error)
        }
    }
}
