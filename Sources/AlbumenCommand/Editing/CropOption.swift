import Albumen
import ArgumentParser
import Pixels

/// The value of `--crop`: a rectangle in pixels or percent, an aspect ratio, or `none`.
enum CropOption: Equatable {
    case none
    /// Left, top, width and height in pixels.
    case pixels([Int])
    /// Left, top, width and height in percent.
    case percent([Double])
    /// The largest part in the middle with this ratio.
    case ratio(width: Double, height: Double)

    init(_ text: String) throws {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { !$0.isWhitespace } }
        let sides = text.split(separator: ":").compactMap { Double($0) }
        if text.lowercased() == "none" {
            self = .none
        } else if sides.count == 2, text.split(separator: ":").count == 2, sides.allSatisfy({ $0 > 0 && $0.isFinite }) {
            self = .ratio(width: sides[0], height: sides[1])
        } else if words.count == 4, case let numbers = words.compactMap({ Int($0) }), numbers.count == 4 {
            self = .pixels(numbers)
        } else if words.count == 4, words.allSatisfy({ $0.hasSuffix("%") }),
            case let numbers = words.compactMap({ Double($0.dropLast()) }), numbers.count == 4
        {
            self = .percent(numbers)
        } else {
            throw ValidationError(
                "--crop: “\(text)” isn't part of a photo. Write left, top, width and height in pixels or percent, as "
                    + "in 100,50,1600,1200 or 10%,5%,80%,90%, or a ratio as in 16:9, or none.")
        }
    }

    /// Returns the part as fractions.
    ///
    /// - Parameter size: The size of the rotated photo.
    /// - Throws: `CommandFailure` if the part isn't inside of the photo.
    func crop(of size: PixelSize) throws -> AdjustmentRecipe.Crop {
        let (width, height) = (Double(size.width), Double(size.height))
        switch self {
        case .none: return .whole
        case .percent(let numbers):
            return try Self.inside(
                .init(
                    x: numbers[0] / 100, y: numbers[1] / 100, width: numbers[2] / 100, height: numbers[3] / 100), size)
        case .pixels(let numbers):
            return try Self.inside(
                .init(
                    x: Double(numbers[0]) / width, y: Double(numbers[1]) / height, width: Double(numbers[2]) / width,
                    height: Double(numbers[3]) / height), size)
        case .ratio(let across, let down):
            let scale = min(width / across, height / down)
            let (part, whole) = (across * scale / width, down * scale / height)
            return .init(x: (1 - part) / 2, y: (1 - whole) / 2, width: part, height: whole)
        }
    }

    private static func inside(_ crop: AdjustmentRecipe.Crop, _ size: PixelSize) throws -> AdjustmentRecipe.Crop {
        let numbers = [crop.x, crop.y, crop.width, crop.height]
        guard numbers.allSatisfy(\.isFinite), crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0,
            crop.x + crop.width <= 1 + 1e-9, crop.y + crop.height <= 1 + 1e-9
        else {
            throw CommandFailure(
                "--crop is outside the photo, which has \(size.width) by \(size.height) pixels after its "
                    + "rotation.", status: .usage)
        }
        return crop
    }
}
