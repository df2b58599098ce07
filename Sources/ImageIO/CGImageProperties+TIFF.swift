// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names and texts are Apple's.

public import AlbumenGraphics

// MARK: TIFF

public let kCGImagePropertyTIFFCompression: CFString = "Compression"
public let kCGImagePropertyTIFFPhotometricInterpretation: CFString = "PhotometricInterpretation"
public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
public let kCGImagePropertyTIFFMake: CFString = "Make"
public let kCGImagePropertyTIFFModel: CFString = "Model"
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
public let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
public let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"
public let kCGImagePropertyTIFFTileWidth: CFString = "TileWidth"
public let kCGImagePropertyTIFFTileLength: CFString = "TileLength"

// MARK: GPS

public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Degrees without a sign.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Degrees without a sign.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// UTC as `12:34:56`.
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
public let kCGImagePropertyGPSStatus: CFString = "Status"
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
public let kCGImagePropertyGPSDOP: CFString = "DOP"
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
public let kCGImagePropertyGPSTrack: CFString = "Track"
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
public let kCGImagePropertyGPSDifferental: CFString = "Differential"
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
