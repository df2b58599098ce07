import Records

/// The adjustments of videos and Live Photos.
extension AdjustmentRecipe {
    /// The part of a video that an edit keeps, in seconds of the video before the edit.
    package struct Trim: Sendable, Equatable, Codable {
        package var start: Double
        package var end: Double

        package init(start: Double, end: Double) {
            (self.start, self.end) = (start, end)
        }
    }

    /// The kind of an asset, which decides which adjustments apply to it.
    package enum Kind: String, Sendable {
        case photo, livePhoto, video
    }

    /// The longest video that a recipe can trim, in seconds.
    private static let timeLimit = 1e7

    /// Whether the recipe has adjustments that don't apply to photos.
    var isAboutMovement: Bool { trim != nil || isMuted || keyPhoto != nil }

    /// Whether the recipe changes the pixels of a photo, and of each frame of a video.
    var changesPixels: Bool { !stillPart.isEmpty }

    /// The recipe without the adjustments that don't apply to photos.
    var stillPart: AdjustmentRecipe {
        var part = self
        (part.trim, part.isMuted, part.keyPhoto) = (nil, false, nil)
        return part
    }

    /// Returns the recipe with the adjustments of another one, except for its trim, its sound and its key photo.
    func replacing(pixelsWith other: AdjustmentRecipe) -> AdjustmentRecipe {
        var recipe = other
        (recipe.trim, recipe.isMuted, recipe.keyPhoto) = (trim, isMuted, keyPhoto)
        return recipe
    }

    /// Checks the times without the video.
    func validateTimes() throws(LibraryError) {
        if let trim {
            guard trim.start.isFinite, trim.end.isFinite, trim.start >= 0, trim.start < trim.end,
                trim.end <= Self.timeLimit
            else {
                throw LibraryError(
                    .invalidAdjustment,
                    "The trim from \(Self.text(trim.start)) s to \(Self.text(trim.end)) s is empty or isn't inside of "
                        + "the video.")
            }
        }
        if let keyPhoto, !keyPhoto.isFinite || keyPhoto < 0 || keyPhoto > Self.timeLimit {
            throw LibraryError(.invalidAdjustment, "The key photo's time is \(Self.text(keyPhoto)) s. It starts at 0.")
        }
    }

    /// Limits the times to the video, and removes a trim that keeps all of it.
    ///
    /// - Parameters:
    ///   - name: The asset's name, for messages.
    ///   - duration: The duration of the video in seconds, or 0 for a photo.
    /// - Throws: `LibraryError.Code.invalidAdjustment` if an adjustment doesn't apply to the kind, or if a time lies
    ///   outside of the video.
    mutating func fit(_ kind: Kind, named name: String, duration: Double) throws(LibraryError) {
        switch kind {
        case .photo:
            guard !isAboutMovement else {
                throw LibraryError(
                    .invalidAdjustment,
                    "\(name) is a photo. Only videos and Live Photos can be trimmed and muted, and only a Live Photo has "
                        + "a key photo.")
            }
        case .video:
            guard keyPhoto == nil else {
                throw LibraryError(
                    .invalidAdjustment, "\(name) is a video. Only a Live Photo has a key photo.")
            }
        case .livePhoto: break
        }
        if var trim {
            guard trim.start < duration else {
                throw LibraryError(
                    .invalidAdjustment,
                    "The trim starts at \(Self.text(trim.start)) s, and \(name) ends at \(Self.text(duration)) s.")
            }
            trim.end = min(trim.end, duration)
            self.trim = trim.start == 0 && trim.end == duration ? nil : trim
        }
        guard let keyPhoto else { return }
        let (start, end) = (trim?.start ?? 0, trim?.end ?? duration)
        guard keyPhoto >= start, keyPhoto <= end else {
            throw LibraryError(
                .invalidAdjustment,
                "The key photo at \(Self.text(keyPhoto)) s is outside of \(name), which lasts from \(Self.text(start)) s "
                    + "to \(Self.text(end)) s. Choose a time in between, or change the trim.")
        }
    }
}
