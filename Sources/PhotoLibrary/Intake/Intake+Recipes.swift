import Foundation
import MediaRequests
import MediaWork
package import Records

extension Intake {
    /// The format of the recipes of Apple's editor.
    private static let appleFormat = "com.apple.photo"

    /// Returns the effect that an edit gives a Live Photo. Apple's recipe says it, or else the rendered video. `none` for
    /// the edit of a video.
    ///
    /// - Throws: `MediaError` if no worker can be started.
    package func playbackVariation(of edit: TakenEdit) throws -> PlaybackVariation {
        let files = AssetFiles(edit.renderings)
        guard files[.fullSizeVideo] == nil else { return .none }
        if let variation = try playbackVariation(inRecipe: edit.document.document.adjustment) { return variation }
        return PlaybackVariation(rawValue: files[.fullSizePairedVideo]?.probe.playbackVariation ?? 0)
    }

    /// Returns `nil` for a recipe of another program. Another version of Apple's editor may write another format, too.
    private func playbackVariation(inRecipe recipe: AdjustmentData) throws(MediaError) -> PlaybackVariation? {
        guard recipe.formatIdentifier == Self.appleFormat else { return nil }
        do throws(MediaError) {
            return PlaybackVariation(rawValue: try workers.playbackVariation(inRecipe: recipe.data) ?? 0)
        } catch {
            guard error.concern == .file || error.concern == .worker else { throw error }
            return nil
        }
    }
}
