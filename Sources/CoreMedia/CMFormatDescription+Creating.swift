// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import CoreVideo
public import Foundation

public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710

/// The media type of metadata.
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461
/// Metadata whose samples consist of boxes, the only format of metadata tracks here.
public let kCMMetadataFormatType_Boxed: FourCharCode = 0x6D65_6278

/// A metadata type as a four-character code.
public typealias CMMetadataFormatType = FourCharCode
/// The format of a metadata track's samples.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// The identifier, such as `mdta/com.apple.quicktime.still-image-time`.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "MetadataIdentifier"
/// The type of the values, such as ``kCMMetadataBaseDataType_SInt8``.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "MetadataDataType"
/// The language of the values.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
    "MetadataExtendedLanguageTag"

public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"

/// A kind of item in the samples of a metadata track.
package struct CMMetadataSpecification: Hashable, Sendable {
    /// The key space, a slash and the key.
    package var identifier: String
    package var dataType: String

    package init(identifier: String, dataType: String) {
        self.identifier = identifier
        self.dataType = dataType
    }
}

/// Creates the format of a metadata track.
///
/// - Parameters:
///   - metadataType: ``kCMMetadataFormatType_Boxed``.
///   - metadataSpecifications: A dictionary for each kind of item, with its identifier and its data type.
/// - Returns: ``kCMFormatDescriptionError_InvalidParameter`` for another type or a dictionary without these entries.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
    allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
    formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = nil
    guard metadataType == kCMMetadataFormatType_Boxed else { return kCMFormatDescriptionError_InvalidParameter }
    var specifications: [CMMetadataSpecification] = []
    for entry in metadataSpecifications {
        func text(_ key: String) -> String? {
            switch entry {
            case let dictionary as [String: Any]: (dictionary[key] as? String)
            case let dictionary as NSDictionary:
                (dictionary.object(forKey: NSString(string: key)) ?? dictionary.object(forKey: key)).flatMap {
                    ($0 as? String) ?? ($0 as? NSString).map { String(describing: $0) }
                }
            default: nil
            }
        }
        guard let identifier = text(kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier),
            identifier.contains("/"),
            let type = text(kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType)
        else { return kCMFormatDescriptionError_InvalidParameter }
        specifications.append(CMMetadataSpecification(identifier: identifier, dataType: type))
    }
    guard !specifications.isEmpty else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: kCMMediaType_Metadata, mediaSubType: kCMMetadataFormatType_Boxed, metadata: specifications)
    return noErr
}

/// Returns the identifiers of a metadata track's items.
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
    NSArray(array: desc.metadata.map { NSString(string: $0.identifier) })
}

/// Creates the format of a pixel buffer.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer)
    return noErr
}

extension CMFormatDescription {
    /// Creates the format of a pixel buffer.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        self.init(imageBuffer)
    }

    package convenience init(_ image: CVImageBuffer) {
        self.init(
            mediaType: kCMMediaType_Video, mediaSubType: image.format,
            dimensions: CMVideoDimensions(width: Int32(image.width), height: Int32(image.height)))
    }
}
