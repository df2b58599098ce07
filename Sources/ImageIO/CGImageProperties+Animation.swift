// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names and texts are Apple's.

public import AlbumenGraphics

// MARK: GIF

/// The number that the file stores: 0 repeats the animation without end. Missing if it plays once.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The time of a frame in seconds. Less than 0.011 becomes 0.1.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The time of a frame in seconds, as the file stores it.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Whether all frames share a palette. Changes have no effect.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The times of all frames, as a list of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"

// MARK: PNG

/// The number of times to play the animation. 0 repeats it without end.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The time of a frame in seconds. Less than 0.011 becomes 0.1.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The time of a frame in seconds, as the file stores it.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The times of all frames, as a list of dictionaries.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
public let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
public let kCGImagePropertyPNGAuthor: CFString = "Author"
public let kCGImagePropertyPNGComment: CFString = "Comment"
public let kCGImagePropertyPNGCopyright: CFString = "Copyright"
public let kCGImagePropertyPNGCreationTime: CFString = "CreationTime"
public let kCGImagePropertyPNGDescription: CFString = "Description"
public let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
public let kCGImagePropertyPNGModificationTime: CFString = "ModificationTime"
public let kCGImagePropertyPNGSoftware: CFString = "Software"
public let kCGImagePropertyPNGSource: CFString = "Source"
public let kCGImagePropertyPNGTitle: CFString = "Title"
public let kCGImagePropertyPNGWarning: CFString = "Warning"

// MARK: JFIF

public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
