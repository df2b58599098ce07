// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names and texts are Apple's.

public import AlbumenGraphics

// MARK: Dictionaries

/// The tags of a TIFF's or EXIF's main directory: camera, date, resolution.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The tags of EXIF: exposure, lens, dates.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The location where the image was taken.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The texts of IPTC: keywords, caption, rights.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// The header of a JPEG. Changes have no effect.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The chunks of a PNG, and the times of an animated PNG.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The times of an animated GIF.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// Apple's maker note. The keys are the numbers of its tags, such as `17` for the content identifier of a Live Photo.
/// Values that are dictionaries themselves can be removed, but not changed.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// MARK: Properties of a file

/// The size in bytes.
public let kCGImagePropertyFileSize: CFString = "FileSize"

// MARK: Properties of an image

/// The width of the stored pixels. Changes have no effect.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the stored pixels. Changes have no effect.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The horizontal resolution in pixels per inch.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The vertical resolution in pixels per inch.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The number of bits of a component. Changes have no effect.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The orientation of the stored pixels, 1 to 8, if the file has one.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether the pixels are indexes of a palette. Missing if not.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether there is an alpha channel. Missing if not.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// `kCGImagePropertyColorModelRGB` or another model.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The description in the colour profile.
public let kCGImagePropertyProfileName: CFString = "ProfileName"

// MARK: Colour models

public let kCGImagePropertyColorModelRGB: CFString = "RGB"
public let kCGImagePropertyColorModelGray: CFString = "Gray"
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
public let kCGImagePropertyColorModelLab: CFString = "Lab"
