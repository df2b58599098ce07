import Albumen
import ArgumentParser
import Pixels

/// The adjustments of `edit`. Adjustments without an option stay as they are.
struct AdjustmentOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The part to keep: left, top, width and height in pixels or percent, or a ratio as in 16:9, or none.",
            valueName: "part"),
        transform: CropOption.init)
    var crop: CropOption?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turn clockwise by -45 to 45 degrees, and fill the frame.", valueName: "degrees"))
    var straighten: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turn clockwise by 0, 90, 180 or 270 degrees, or -90.", valueName: "degrees"))
    var rotate: Int?

    @Option(help: ArgumentHelp("Mirror: horizontal, vertical, both or none.", valueName: "way"))
    var flip: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("-10 to 10 stops.", valueName: "stops"))
    var exposure: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("-100 to 100.", valueName: "amount"))
    var contrast: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("-100 (grey) to 100.", valueName: "amount"))
    var saturation: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("-100 to 100: the saturation of pale colors above all.", valueName: "amount"))
    var vibrance: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("-100 (darker) to 0.", valueName: "amount"))
    var highlights: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("-100 to 100 (brighter).", valueName: "amount"))
    var shadows: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("2000 (cold) to 20000 (warm); 6500 changes nothing.", valueName: "kelvin"))
    var temperature: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("-150 (green) to 150 (magenta).", valueName: "amount"))
    var tint: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("0 to 100.", valueName: "amount"))
    var sharpness: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("0 to 100: darker corners.", valueName: "amount"))
    var vignette: Double?

    @Option(
        help: ArgumentHelp(
            "A look: \(AdjustmentRecipe.Filter.allCases.map(\.rawValue).joined(separator: ", ")) or none.",
            valueName: "name"),
        completion: .list(AdjustmentRecipe.Filter.allCases.map(\.rawValue) + ["none"]))
    var filter: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The part of a video to keep, in seconds or m:ss, as in 2.5-1:10, 2.5- or -70, or none.",
            valueName: "start-end"),
        transform: TrimOption.init)
    var trim: TrimOption?

    @Flag(inversion: .prefixedNo, help: "Remove the sound of a video or Live Photo.")
    var mute: Bool?

    @Option(
        help: ArgumentHelp(
            "The time of the frame that a Live Photo shows, in seconds of its whole video, or none for its photo.",
            valueName: "seconds"),
        transform: KeyPhotoOption.init)
    var keyPhoto: KeyPhotoOption?

    private var amounts: [(AdjustmentRecipe.Amount, Double)] {
        [
            (.exposure, exposure), (.contrast, contrast), (.saturation, saturation), (.vibrance, vibrance),
            (.highlights, highlights), (.shadows, shadows), (.temperature, temperature), (.tint, tint),
            (.sharpness, sharpness), (.vignette, vignette),
        ].compactMap { amount, value in value.map { (amount, $0) } }
    }

    func validate() throws {
        let isAboutMovement = trim != nil || mute != nil || keyPhoto != nil
        if crop == nil, straighten == nil, rotate == nil, flip == nil, filter == nil, amounts.isEmpty, !isAboutMovement
        {
            throw ValidationError(
                "Specify an edit, as in --crop, --straighten, --rotate, --exposure, --filter, --trim or --mute.")
        }
        if let flip, flip != "none", AdjustmentRecipe.Flip(rawValue: flip) == nil {
            throw ValidationError("--flip is “\(flip)”. Write horizontal, vertical, both or none.")
        }
        if let filter, filter != "none", AdjustmentRecipe.Filter(rawValue: filter) == nil {
            let names = AdjustmentRecipe.Filter.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no filter “\(filter)”. Choose one of: \(names), none.")
        }
        if let rotate, rotate % 90 != 0 || abs(rotate) > 360 {
            throw ValidationError("--rotate is \(rotate). Write 0, 90, 180 or 270; --straighten turns by less.")
        }
        do {
            var recipe = AdjustmentRecipe()
            try apply(to: &recipe)
            try recipe.validate()
        } catch let error as LibraryError {
            throw ValidationError(error.message)
        }
    }

    /// Changes a recipe.
    ///
    /// - Parameter size: The size of the upright photo or video.
    func apply(to recipe: inout AdjustmentRecipe, of size: PixelSize) throws {
        try apply(to: &recipe)
        if let crop { recipe.crop = try crop.crop(of: recipe.turned(size)) }
    }

    /// Changes all but the crop.
    private func apply(to recipe: inout AdjustmentRecipe) throws {
        if let rotate { recipe.rotation = (rotate % 360 + 360) % 360 }
        if let flip { recipe.flip = AdjustmentRecipe.Flip(rawValue: flip) }
        if let straighten { recipe.straightening = straighten }
        if let filter { recipe.filter = AdjustmentRecipe.Filter(rawValue: filter) }
        for (amount, value) in amounts { recipe[amount] = value }
        if let trim { recipe.trim = trim.range }
        if let mute { recipe.isMuted = mute }
        if let keyPhoto { recipe.keyPhoto = keyPhoto.time }
    }
}
