// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
public import Foundation

/// Creates a destination that writes into mutable data when it's finalized.
///
/// - Parameters:
///   - data: `NSMutableData() as CFMutableData`. The file replaces its bytes.
///   - type: `public.jpeg`, `public.heic`, `public.png`, `public.tiff` or `com.compuserve.gif`.
///   - count: The number of images. GIF and PNG files can have several.
///   - options: Has no effect.
/// - Returns: `nil` if the type is another one, or if files of this type can't have as many images.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(data, type, count)
}

/// Creates a destination that writes a file when it's finalized, at once and under its final name. A file with this name
/// is replaced.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(url as URL, type, count)
}

/// Sets properties and options of the whole file, such as the loop count of an animation or the quality. Properties of an
/// image have precedence.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.set(properties)
}

/// Adds an image. Ignores images after the number that the destination was created with.
///
/// - Parameter properties: The image's properties and options. Dictionaries such as `kCGImagePropertyExifDictionary`
///   become the file's metadata.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, properties)
}

/// Adds an image of a source with its metadata. The image is encoded again.
///
/// The file gets the same EXIF, XMP, IPTC and maker note tags, and Display P3 if the source has it. Other colours become
/// sRGB. There is no thumbnail. HEIC files have no IPTC, and their pixels are upright.
///
/// - Parameters:
///   - index: The index of the image in the source.
///   - properties: Changes of the properties. A nested dictionary changes only its own keys, and `kCFNull` removes a
///     property or a whole dictionary. XMP loses the properties that repeat changed ones.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    idst.add(isrc, index, properties)
}

/// Encodes and writes the file. Blocks until it's done. An animation has times, but no other metadata.
///
/// - Returns: `false` if the destination has fewer images than it was created with, an image can't be decoded or encoded,
///   the file can't be written, or the destination was finalized before. Data and files then keep their content.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    idst.finalize()
}

/// Returns the uniform type identifiers of the formats that destinations write.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
    NSArray(array: DestinationType.allCases.map(\.rawValue))
}

/// The quality of a JPEG or HEIC, from 0 to 1. A number. The default is 0.9.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The largest length of the image's long side in pixels. A number. Larger images are reduced.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
