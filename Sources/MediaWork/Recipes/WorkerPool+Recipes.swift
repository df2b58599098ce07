package import Foundation
package import MediaRequests

extension WorkerPool {
    /// Returns the effect that a recipe of Apple's editor gives a Live Photo: 1 for Loop, 2 for Bounce, 3 for Long
    /// Exposure, and `nil` for none. Blocks the calling thread.
    ///
    /// - Parameter recipe: The data of the recipe (`AdjustmentData.data`).
    /// - Throws: `MediaError` with the code `unreadable` or `limitExceeded` for the recipe of another program.
    package func playbackVariation(inRecipe recipe: Data) throws(MediaError) -> Int? {
        let memory = try SharedMemory.make(of: recipe)
        defer { close(memory) }
        return try ask(.readRecipe, descriptor: memory) { reply, _ -> Int?? in
            guard case .recipe(let variation) = reply, (1...3).contains(variation ?? 1) else { return nil }
            return .some(variation)
        }
    }
}
