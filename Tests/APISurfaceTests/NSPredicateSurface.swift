import Photos
import UIKit

/// How apps write what they fetch.
func useNSPredicate(start: Date, end: NSDate, types: [PHAssetMediaType], identifiers: [String], assets: [PHAsset]) {
    let image = PHAssetMediaType.image.rawValue
    let video = PHAssetMediaType.video.rawValue
    let live = PHAssetMediaSubtype.photoLive.rawValue

    let _: NSPredicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
    let _: NSPredicate = NSPredicate(format: "mediaType == %ld", image)
    let _: NSPredicate = NSPredicate(format: "mediaType != %i", Int32(3))
    let _: NSPredicate = NSPredicate(format: "mediaType = %d || mediaType = %d", image, video)
    let _: NSPredicate = NSPredicate(format: "(mediaType == %d) || (mediaType == %d)", argumentArray: [image, video])
    let _: NSPredicate = NSPredicate(format: "mediaType IN %@", types.map { $0.rawValue })
    let _: NSPredicate = NSPredicate(format: "mediaType IN %@", types.map { NSNumber(value: $0.rawValue) } as NSArray)
    let _: NSPredicate = NSPredicate(
        format: "(mediaType == %d) AND ((mediaSubtype & %d) == %d)", argumentArray: [image, live, live])
    let _: NSPredicate = NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", PHAssetMediaSubtype.photoLive.rawValue)
    let _: NSPredicate = NSPredicate(format: "SELF.mediaType = %d", image)
    let _: NSPredicate = NSPredicate(format: "%K == %d", "mediaType", image)

    let _: NSPredicate = NSPredicate(format: "creationDate >= %@ AND creationDate <= %@", start as CVarArg, end)
    let _: NSPredicate = NSPredicate(format: "creationDate > %@", start as NSDate)
    let _: NSPredicate = NSPredicate(format: "modificationDate > %@", start as CVarArg)
    let _: NSPredicate = NSPredicate(format: "creationDate < %@", argumentArray: [start])

    let _: NSPredicate = NSPredicate(format: "duration > %f && duration < %f", 1.5, TimeInterval(60))
    let _: NSPredicate = NSPredicate(format: "pixelWidth >= 300 AND pixelHeight >= 300")
    let _: NSPredicate = NSPredicate(format: "isFavorite = %@", true as NSNumber)
    let _: NSPredicate = NSPredicate(format: "isFavorite == %@", NSNumber(value: true))
    let _: NSPredicate = NSPredicate(format: "isHidden == NO")
    let _: NSPredicate = NSPredicate(format: "location != nil")
    let _: NSPredicate = NSPredicate(format: "localIdentifier IN %@", identifiers)
    let _: NSPredicate = NSPredicate(format: "localIdentifier IN %@", identifiers as CVarArg)
    let _: NSPredicate = NSPredicate(format: "NOT (localIdentifier IN %@)", identifiers as NSArray)
    let _: NSPredicate = NSPredicate(format: "SELF IN %@", assets)
    let _: NSPredicate = NSPredicate(format: "burstIdentifier == %@", "a burst" as NSString)
    let _: NSPredicate = NSPredicate(format: "title = %@", "an album")
    let _: NSPredicate = NSPredicate(format: "estimatedAssetCount > 0", argumentArray: nil)
}

/// A chain built while the program runs.
func composeNSPredicates(favoritesOnly: Bool, subtypes: [PHAssetMediaSubtype]) -> NSPredicate {
    var parts: [NSPredicate] = [NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)]
    if favoritesOnly { parts.append(NSPredicate(format: "isFavorite == YES")) }
    let anySubtype = NSCompoundPredicate(
        orPredicateWithSubpredicates: subtypes.map { NSPredicate(format: "(mediaSubtypes & %d) != 0", $0.rawValue) })
    parts.append(NSCompoundPredicate(notPredicateWithSubpredicate: anySubtype))
    let arguments: [CVarArg] = [Date(), NSDate(), ["one"], NSArray(array: ["two"]), 3, "four" as NSString]
    parts.append(NSPredicate(format: "creationDate > %@", argumentArray: Array(arguments.prefix(1))))
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
}
