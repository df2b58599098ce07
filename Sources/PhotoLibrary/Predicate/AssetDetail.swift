internal import Catalog

/// A key of assets that PhotoKit refuses, and that filters of the command know.
enum AssetDetail: String, CaseIterable, Sendable {
    case originalFilename
    case cameraMake, cameraModel, lensModel, exposureTime, aperture, iso, focalLength
    case caption, keywords, rating
    case place

    var column: AssetColumn {
        switch self {
        case .originalFilename: .originalFilename
        case .cameraMake: .cameraMake
        case .cameraModel: .cameraModel
        case .lensModel: .lensModel
        case .exposureTime: .exposureTime
        case .aperture: .aperture
        case .iso: .iso
        case .focalLength: .focalLength
        case .caption: .caption
        case .keywords: .keywords
        case .rating: .rating
        case .place: .place
        }
    }
}
