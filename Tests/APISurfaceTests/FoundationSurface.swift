import Photos
import UIKit

/// What Apple's systems have beside PhotoKit, and model files use.
func useFoundation(_ asset: PHAsset, _ result: PHFetchResult<PHAsset>) throws {
    let _: NSFastEnumeration = [asset] as NSFastEnumeration
    let _: NSFastEnumeration = NSArray(array: [asset])
    let _: NSFastEnumeration = [asset] as NSArray
    let _: NSFastEnumeration = NSSet(array: [asset])
    let _: NSFastEnumeration = NSOrderedSet(array: [asset])
    let _: NSFastEnumeration = Set([asset]) as NSFastEnumeration
    let _: NSFastEnumeration = result

    autoreleasepool { print(asset.localIdentifier) }
    let _: Int = autoreleasepool { result.count }
    let _: Data = try autoreleasepool { try Data(contentsOf: URL(fileURLWithPath: "/dev/null")) }
    autoreleasepool {
        for index in 0..<result.count {
            print(result[index].localIdentifier)
        }
    }

    let _: String? = Bundle.main.infoDictionary?[kCFBundleNameKey as String] as? String
    let _: NSError? = CocoaError(.fileNoSuchFile) as NSError?
    let _: NSString = asset.localIdentifier as NSString
    let _: NSDate? = asset.creationDate as NSDate?

    let _: Data.WritingOptions = .atomicWrite
    var error: NSError?
    _ = withUnsafeMutablePointer(to: &error) { pointer in
        let place: NSErrorPointer = pointer
        return place?.pointee
    }
}
