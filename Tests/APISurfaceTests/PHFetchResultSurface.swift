import Photos
import UIKit

func usePHFetchResult(_ result: PHFetchResult<PHAsset>, _ asset: PHAsset, _ path: IndexPath) {
    let _: PHFetchResult<PHAsset> = PHFetchResult<PHAsset>()
    let _: PHFetchResult<PHAssetCollection> = PHFetchResult()
    let _: PHFetchResult<PHCollection>? = nil
    let _: PHFetchResult<PHObject>? = nil
    let _: PHFetchResult<AnyObject>? = nil

    let _: Int = result.count
    let _: PHAsset = result.object(at: 0)
    let _: PHAsset = result[0]
    let _: PHAsset = result[path.item]
    let _: Bool = result.contains(asset)
    let _: Int = result.index(of: asset)
    let _: Int = result.index(of: asset, in: NSRange(location: 0, length: 10))
    let _: Bool = result.index(of: asset) == NSNotFound
    let _: PHAsset? = result.firstObject
    let _: PHAsset? = result.lastObject
    let _: [PHAsset] = result.objects(at: IndexSet(0..<min(10, result.count)))
    let _: [PHAsset] = result.objects(at: IndexSet(integersIn: 0...3))
    let _: Int = result.countOfAssets(with: .image)

    let _: any NSCopying = result
    let _: any NSFastEnumeration = result
    let _: NSObject = result
    let _: PHFetchResult<PHAsset>? = result.copy() as? PHFetchResult<PHAsset>
    let _: Any = result.copy(with: nil)
    requireSendable(result)
}

func enumeratePHFetchResult(_ result: PHFetchResult<PHAsset>, albums: PHFetchResult<PHAssetCollection>) -> [PHAsset] {
    var assets: [PHAsset] = []
    result.enumerateObjects { asset, index, stop in
        if index == 10 { stop.pointee = true }
        assets.append(asset)
    }
    result.enumerateObjects { (asset, _, _) in assets.append(asset) }
    result.enumerateObjects({ (asset: PHAsset, index: Int, stop: UnsafeMutablePointer<ObjCBool>) -> Void in
        assets.append(asset)
        stop.pointee = ObjCBool(index > 3)
        if stop.pointee.boolValue { return }
        stop.initialize(to: true)
    })
    result.enumerateObjects(options: .reverse) { asset, _, _ in assets.append(asset) }
    result.enumerateObjects(options: [.concurrent, .reverse], using: { _, _, stop in stop.pointee = true })
    result.enumerateObjects(options: []) { _, _, _ in }
    result.enumerateObjects(using: { asset, _, _ in assets.append(asset) })
    result.enumerateObjects(at: IndexSet(integer: 0), options: .concurrent) { asset, _, _ in print(asset) }
    result.enumerateObjects(at: IndexSet([1, 2])) { asset, _, _ in assets.append(asset) }
    albums.enumerateObjects { collection, _, _ in
        guard PHAsset.fetchAssets(in: collection, options: nil).count > 0 else { return }
        print(collection.localizedTitle ?? "")
    }
    return assets
}

/// A result widened by hand, where a cast cannot.
func listFetchResult<Object: PHObject>(_ result: PHFetchResult<Object>) -> [Object] {
    (0..<result.count).map { result.object(at: $0) }
}

/// A grid's data source.
final class GridSource {
    private var result = PHFetchResult<PHAsset>()

    func load(_ collection: PHAssetCollection?) {
        result = collection.map { PHAsset.fetchAssets(in: $0, options: nil) } ?? PHAsset.fetchAssets(with: nil)
    }

    func numberOfItems(inSection section: Int) -> Int { result.count }

    func asset(at path: IndexPath) -> PHAsset { result[path.row] }

    func path(of asset: PHAsset) -> IndexPath? {
        let index = result.index(of: asset)
        return index == NSNotFound ? nil : IndexPath(item: index, section: 0)
    }
}

/// A stand-in, as tests of apps write them.
class StandInFetchResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    override var count: Int { 1 }
    override func object(at index: Int) -> PHAsset { PHAsset() }
    override subscript(index: Int) -> PHAsset { object(at: index) }
    override func contains(_ anObject: PHAsset) -> Bool { true }
    override func index(of anObject: PHAsset) -> Int { 0 }
    override func index(of anObject: PHAsset, in range: NSRange) -> Int { 0 }
    override var firstObject: PHAsset? { object(at: 0) }
    override var lastObject: PHAsset? { firstObject }
    override func objects(at indexes: IndexSet) -> [PHAsset] { indexes.map { object(at: $0) } }
    override func countOfAssets(with mediaType: PHAssetMediaType) -> Int { 1 }
}
