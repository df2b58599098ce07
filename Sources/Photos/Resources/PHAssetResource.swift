import BlobStore
public import Foundation
import PhotoLibrary
import Records
public import UIKitCore
public import UniformTypeIdentifiers

/// The role of a file in an asset.
public enum PHAssetResourceType: Int, Sendable {
    /// The original photo.
    case photo = 1
    /// The original video.
    case video = 2
    /// Audio.
    case audio = 3
    /// The same photo in another format: the RAW beside a JPEG.
    case alternatePhoto = 4
    /// The photo with its edits.
    case fullSizePhoto = 5
    /// The video with its edits.
    case fullSizeVideo = 6
    /// The description of the edits, for the app that made them.
    case adjustmentData = 7
    /// The photo to which the edits apply, if it isn't the original photo.
    case adjustmentBasePhoto = 8
    /// The original video of a Live Photo.
    case pairedVideo = 9
    /// The video of a Live Photo with its edits.
    case fullSizePairedVideo = 10
    /// The video of a Live Photo to which the edits apply.
    case adjustmentBasePairedVideo = 11
    /// The video to which the edits apply.
    case adjustmentBaseVideo = 12
    /// A smaller substitute for the photo.
    case photoProxy = 19
}

/// A file of an asset: its photo, the video of a Live Photo, or the RAW beside a JPEG.
///
/// Read its bytes with ``PHAssetResourceManager``:
///
/// ```swift
/// guard let photo = PHAsset.fetchAssets(with: .image, options: nil).firstObject,
///     let resource = PHAssetResource.assetResources(for: photo).first
/// else { return }
/// let file = URL.temporaryDirectory.appending(path: resource.filename ?? "photo")
/// try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
/// ```
open class PHAssetResource: NSObject {
    private let record: ResourceRecord

    private let assetIdentifier: String

    /// The place of the bytes.
    let origin: ResourceOrigin

    /// Whether the file belonged to the asset's current version when the resource was read.
    private let isCurrent: Bool

    /// Creates an empty resource, for subclasses in tests of an app: a photo without a name, size or asset.
    public override init() {
        record = ResourceRecord(
            type: .photo, sha256: .zero, fileSize: 0, originalFilename: "",
            uniformTypeIdentifier: UTType.data.identifier, pixelWidth: 0, pixelHeight: 0)
        assetIdentifier = ""
        isCurrent = true
        origin = .nowhere
    }

    /// Creates a resource of an asset in a library.
    ///
    /// - Parameter hasAsset: Whether the resource has the asset's local identifier.
    init(record: ResourceRecord, assetUUID: String, in library: Library, isCurrent: Bool, hasAsset: Bool = true) {
        self.record = record
        self.assetIdentifier = hasAsset ? LocalIdentifier.string(uuid: assetUUID, kind: .asset) : ""
        self.isCurrent = isCurrent
        origin = .library(record, assetUUID: assetUUID, library)
    }

    /// Creates a resource of a Live Photo that a client made of files.
    init(record: ResourceRecord, file: URL) {
        self.record = record
        assetIdentifier = ""
        isCurrent = true
        origin = .file(file)
    }

    /// The local identifier of the asset. Empty for a resource of a `PHLivePhoto`.
    open var assetLocalIdentifier: String { assetIdentifier }

    /// The role of the file in the asset.
    open var type: PHAssetResourceType { PHAssetResourceType(record.type) }

    /// The name that the file had when it was imported. Empty for an empty resource.
    @available(*, deprecated, renamed: "filename")
    open var originalFilename: String { record.originalFilename }

    /// The name that the file had when it was imported, or `nil` for an empty resource.
    open var filename: String? { record.originalFilename.isEmpty ? nil : record.originalFilename }

    /// The type of the bytes, such as `public.jpeg`.
    open var uniformTypeIdentifier: String { record.uniformTypeIdentifier }

    /// The type of the bytes.
    open var contentType: UTType { UTType(record.uniformTypeIdentifier) ?? .data }

    /// The width of the upright picture, in pixels.
    open var pixelWidth: Int { record.pixelWidth }

    /// The height of the upright picture, in pixels.
    open var pixelHeight: Int { record.pixelHeight }

    /// The size in bytes. Not in Apple's framework, where apps read the key `fileSize` instead.
    open var fileSize: Int64 { record.fileSize }

    /// The size in bytes, or `nil` for an empty resource.
    open var dataSize: Int? { if case .nowhere = origin { nil } else { Int(fileSize) } }

    /// Whether the bytes are on this machine, so that reading them needs no network. Not in Apple's framework, where
    /// apps read the key `locallyAvailable` instead. Each access looks at the disk.
    open var isLocallyAvailable: Bool { origin.isLocallyAvailable }

    /// Returns the files of an asset, with the picture first. The result is empty for an empty asset, and for an asset
    /// that the app may no longer see.
    @discardableResult
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let record = asset.record, let view = asset.currentView else { return [] }
        do {
            let resources = try view.resources(ofAsset: record.id) ?? []
            let files = AssetFiles(resources)
            return resources.map {
                PHAssetResource(record: $0, assetUUID: record.uuid, in: view.library, isCurrent: files.isCurrent($0))
            }
        } catch {
            Diagnostics.report("The resources of \(asset.localIdentifier) could not be read: \(error)")
            return []
        }
    }

    /// Returns the photo and the video of a Live Photo. The result is empty for an empty Live Photo.
    ///
    /// Reading the files checks again whether the app may see the asset.
    @discardableResult
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        livePhoto.content?.resources ?? []
    }

    /// Returns the value of a property by name. ``PHObject/value(forKey:)`` lists the private keys. Numbers and
    /// Booleans are `NSNumber`s. A key that the resource doesn't have stops the program.
    @discardableResult
    open func value(forKey key: String) -> Any? {
        propertyValue(key)
    }

    /// Returns whether the resource has a property of the selector's name, as in ``value(forKey:)``.
    @discardableResult
    open func responds(to aSelector: Selector!) -> Bool {
        hasGetter(aSelector)
    }

    /// Returns the value of a property by name as an object, as ``PHObject/perform(_:)`` does.
    @discardableResult
    open func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        performGetter(aSelector)
    }
}

extension PHAssetResource: AssetFile {
    var resourceType: ResourceType { record.resourceType }
    var isUsedAsOriginal: Bool { record.isUsedAsOriginal }
}

extension PHAssetResource: KeyValueCoded {
    static let keyedValues: [String: @Sendable (PHAssetResource) -> Any?] = [
        "type": { $0.record.type.rawValue as NSNumber },
        "assetLocalIdentifier": { $0.assetLocalIdentifier },
        "originalFilename": { $0.filename ?? "" },
        "filename": { $0.filename },
        "uniformTypeIdentifier": { $0.uniformTypeIdentifier },
        "pixelWidth": { $0.pixelWidth as NSNumber },
        "pixelHeight": { $0.pixelHeight as NSNumber },
        "fileSize": { $0.fileSize as NSNumber },
        "dataSize": { $0.dataSize.map { $0 as NSNumber } },
        "locallyAvailable": { $0.isLocallyAvailable as NSNumber },
        "isLocallyAvailable": { $0.isLocallyAvailable as NSNumber },
        "isCurrent": { $0.isCurrent as NSNumber },
    ]

    func getter(ofKey key: String) -> (() -> Any?)? {
        Self.keyedValues[key].map { get in { get(self) } }
    }

    /// Returns the path of the file's folder, relative to the library's folder.
    func directory(in view: LibraryView) -> String {
        let folder = view.originalURL(record.container?.container ?? record.sha256).deletingLastPathComponent()
        return folder.pathComponents.suffix(2).joined(separator: "/")
    }
}
