import Photos
import UIKit

func usePHAssetRating(_ value: PHAsset.Rating) -> String {
    let _: PHAsset.Rating? = PHAsset.Rating(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHAsset.Rating: Int] = [.unset: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .unset: return "unset"
    case .one: return "one"
    case .two: return "two"
    case .three: return "three"
    case .four: return "four"
    case .five: return "five"
    @unknown default: return "something new"
    }
}

func usePHAssetRatingWithoutDefault(_ value: PHAsset.Rating) -> Int {
    switch value {
    case .unset: return 0
    case .one: return 1
    case .two: return 2
    case .three: return 3
    case .four: return 4
    case .five: return 5
    }
}
