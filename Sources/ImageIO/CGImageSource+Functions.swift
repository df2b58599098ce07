// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
public import Foundation
import MediaRequests

/// Creates a source for a file in memory. Copies the bytes, and doesn't read them yet.
///
/// - Parameters:
///   - data: `data as CFData`.
///   - options: Has no effect.
/// - Returns: A source, also if the bytes aren't an image: its count is then 0.
/// - Complexity: O(*n*) for *n* bytes.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(Data(bytes: data.bytes, count: data.length))
}

/// Creates a source for a file. The source keeps the file open. Later changes of the file can change the images.
///
/// - Parameters:
///   - url: `url as CFURL`.
///   - options: Has no effect.
/// - Returns: `nil` if the URL names no regular file.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(url: url as URL)
}

/// Creates a source for the bytes of a data provider.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
    provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// Creates a source without bytes. Add them with `CGImageSourceUpdateData` as they arrive.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(Data(), isFinal: false)
}

/// Replaces the bytes of an incremental source. Has no effect on other sources, and after the final bytes.
///
/// - Parameters:
///   - data: All bytes that have arrived, not only the new ones.
///   - final: Whether these are all bytes of the file.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(Data(bytes: data.bytes, count: data.length), isFinal: final)
}

/// Replaces the bytes of an incremental source by those of a data provider.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    guard let data = provider.data else { return }
    CGImageSourceUpdateData(isrc, data, final)
}

/// Returns the uniform type identifier of the file, such as `public.jpeg`, or `nil` if it isn't an image.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    isrc.description?.type
}

/// Returns the number of images: the frames of an animated GIF, PNG or WebP file, otherwise 1. Returns 0 if the file
/// isn't an image.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
    isrc.count
}

/// Returns the index of the main image, which is always 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the state of the source.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
    isrc.status
}

/// Returns the state of an image. Returns `statusReadingHeader` or `statusInvalidData` if there is no such image.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    let status = isrc.status
    guard status.rawValue >= CGImageSourceStatus.statusIncomplete.rawValue || status == .statusUnexpectedEOF else {
        return status
    }
    return (0..<isrc.count).contains(index) ? status : .statusInvalidData
}

/// Returns the properties of the file: `kCGImagePropertyFileSize`, and the canvas and loops of an animation. Returns
/// `nil` if the file isn't an image.
///
/// - Parameter options: Has no effect.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    isrc.description.map { NSDictionary(dictionary: ImageProperty.objects($0.properties)) }
}

/// Returns the properties of an image. Cast them to `[String: Any]`.
///
/// Numbers are `NSNumber` and cast to `Int`, `UInt32` and `Double`. On Linux, they don't cast to `CGFloat`. XMP isn't
/// part of the properties.
///
/// - Parameter options: Has no effect.
/// - Returns: `nil` if there is no such image.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    isrc.properties(at: index).map { NSDictionary(dictionary: ImageProperty.objects($0)) }
}

/// Decodes an image in its full size, without its orientation.
///
/// A frame of an animation contains the whole canvas. Decoding it also decodes the frames before it. A source whose
/// frames are requested in order decodes up to 64 at once, and keeps up to 64 MB of them.
///
/// - Parameter options: `kCGImageSourceShouldCache`. Ignores other options.
/// - Returns: `nil` if there is no such image, it can't be decoded, or there is no worker. A truncated file results in
///   the part that it contains.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    isrc.image(at: index, isCached: ImageProperty.changes(options)[kCGImageSourceShouldCache]?.number == 1)
}

/// Makes a small image.
///
/// - Parameter options: The keys that start with `kCGImageSource`. Without
///   `kCGImageSourceCreateThumbnailFromImageAlways` and `kCGImageSourceCreateThumbnailFromImageIfAbsent`, the function
///   only uses a preview that the file contains or that is quick to decode.
/// - Returns: `nil` if there is no such image or it can't be decoded. An image isn't enlarged.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    let options = ImageProperty.changes(options)
    func isSet(_ key: CFString) -> Bool { options[key]?.number == 1 }
    let longSide = options[kCGImageSourceThumbnailMaxPixelSize]?.integer
    guard longSide.map({ $0 > 0 }) ?? true else { return nil }
    let size = longSide.map(RenderRequest.Size.longSide) ?? .full
    let keepsOrientation = !isSet(kCGImageSourceCreateThumbnailWithTransform)
    let isAlways = isSet(kCGImageSourceCreateThumbnailFromImageAlways)
    if !isAlways, index == 0,
        let preview = try? isrc.render(
            index, source: .preview, size: size, keepsStoredOrientation: keepsOrientation)
    {
        return CGImage(preview)
    }
    guard isAlways || isSet(kCGImageSourceCreateThumbnailFromImageIfAbsent) else { return nil }
    return (try? isrc.render(index, size: size, keepsStoredOrientation: keepsOrientation)).map { CGImage($0) }
}

/// Releases the pixels of an image that was decoded with `kCGImageSourceShouldCache`.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {
    isrc.removeCache(at: index)
}

/// Returns the uniform type identifiers of the formats that sources read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    NSArray(
        array: [
            "public.jpeg", "public.png", "com.compuserve.gif", "public.tiff", "public.heic", "public.heif",
            "public.avif", "org.webmproject.webp", "public.jpeg-2000", "com.microsoft.bmp",
            "com.adobe.photoshop-image", "com.adobe.raw-image", "com.canon.cr2-raw-image", "com.canon.cr3-raw-image",
            "com.nikon.raw-image", "com.sony.arw-raw-image", "com.fuji.raw-image", "com.olympus.raw-image",
            "com.panasonic.rw2-raw-image", "com.pentax.raw-image",
        ])
}

/// Whether the source keeps the decoded image. A `Bool`. The default is `false`.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether to decode the image when it's created. Has no effect, because images are always decoded then.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether to make the thumbnail from the image itself, even if the file contains a smaller one. A `Bool`.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether to make the thumbnail from the image if the file contains none. A `Bool`.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make the thumbnail upright. A `Bool`. The default is `false`.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The largest length of the thumbnail's long side in pixels. A number.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
