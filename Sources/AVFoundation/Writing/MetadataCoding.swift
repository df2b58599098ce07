import CoreMedia
import Foundation
import MediaRequests

/// Encodes the samples of metadata tracks.
enum MetadataCoding {
    /// QuickTime's numbers of the types that items can have.
    private static let types: [String: UInt32] = [
        kCMMetadataBaseDataType_RawData: 0, kCMMetadataBaseDataType_UTF8: 1, kCMMetadataBaseDataType_Float32: 23,
        kCMMetadataBaseDataType_Float64: 24, kCMMetadataBaseDataType_SInt8: 65, kCMMetadataBaseDataType_SInt16: 66,
        kCMMetadataBaseDataType_SInt32: 67, kCMMetadataBaseDataType_SInt64: 74, kCMMetadataBaseDataType_UInt8: 75,
        kCMMetadataBaseDataType_UInt16: 76, kCMMetadataBaseDataType_UInt32: 77, kCMMetadataBaseDataType_UInt64: 78,
    ]

    /// Returns the kinds of items of a format.
    ///
    /// - Throws: An error if the format has none, or if a key space or a type can't be written.
    static func keys(of format: CMFormatDescription?) throws(AVError) -> [MovieWriting.MetadataKey] {
        guard let format, !format.metadata.isEmpty else {
            throw AVError(
                .operationNotAllowed, "A track of metadata has no format.",
                remedy: "Create the input with a sourceFormatHint from "
                    + "CMMetadataFormatDescriptionCreateWithMetadataSpecifications.")
        }
        var keys: [MovieWriting.MetadataKey] = []
        for specification in format.metadata {
            let identifier = AVMetadataIdentifier(specification.identifier)
            guard identifier.keySpace == .quickTimeMetadata, let key = identifier.key,
                let type = types[specification.dataType]
            else {
                throw AVError(
                    .operationNotSupportedForAsset,
                    "Metadata of the kind \(specification.identifier) and the type \(specification.dataType) can't be "
                        + "written.", remedy: "Use the key space mdta and a base type, such as int8 or UTF-8.")
            }
            keys.append(MovieWriting.MetadataKey(key: key, type: type))
        }
        return keys
    }

    /// Returns a sample: for each item, its size, the number of its key, and its value.
    static func sample(_ items: [MetadataFacts], _ format: CMFormatDescription?) throws(AVError) -> Data {
        var sample = Data()
        let specifications = format?.metadata ?? []
        for item in items {
            let index = specifications.firstIndex { specification in
                let identifier = AVMetadataIdentifier(specification.identifier)
                return identifier.keySpace == item.keySpace && identifier.key == item.key
            }
            guard let index, let value = bytes(item, specifications[index].dataType) else {
                throw AVError(
                    .operationNotAllowed,
                    "The track's format has no items of the kind \(item.identifier?.rawValue ?? "without a key"), or "
                        + "the value has another type.", remedy: "Append items of the kinds of the input's format.")
            }
            for number in [UInt32(8 + value.count), UInt32(index + 1)] {
                withUnsafeBytes(of: number.bigEndian) { sample.append(contentsOf: $0) }
            }
            sample.append(value)
        }
        return sample
    }

    private static func bytes(_ item: MetadataFacts, _ type: String) -> Data? {
        switch type {
        case kCMMetadataBaseDataType_UTF8: AVMetadataItem(item).stringValue.map { Data($0.utf8) }
        case kCMMetadataBaseDataType_RawData: AVMetadataItem(item).dataValue
        case kCMMetadataBaseDataType_Float32: number(item).map { bigEndian(Float($0.doubleValue).bitPattern) }
        case kCMMetadataBaseDataType_Float64: number(item).map { bigEndian($0.doubleValue.bitPattern) }
        case kCMMetadataBaseDataType_SInt8: number(item).flatMap { integer(Int8.self, $0) }
        case kCMMetadataBaseDataType_SInt16: number(item).flatMap { integer(Int16.self, $0) }
        case kCMMetadataBaseDataType_SInt32: number(item).flatMap { integer(Int32.self, $0) }
        case kCMMetadataBaseDataType_SInt64: number(item).flatMap { integer(Int64.self, $0) }
        case kCMMetadataBaseDataType_UInt8: number(item).flatMap { integer(UInt8.self, $0) }
        case kCMMetadataBaseDataType_UInt16: number(item).flatMap { integer(UInt16.self, $0) }
        case kCMMetadataBaseDataType_UInt32: number(item).flatMap { integer(UInt32.self, $0) }
        case kCMMetadataBaseDataType_UInt64: number(item).flatMap { integer(UInt64.self, $0) }
        default: nil
        }
    }

    private static func number(_ item: MetadataFacts) -> NSNumber? { AVMetadataItem(item).numberValue }

    private static func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ number: NSNumber) -> Data? {
        guard let value = Number(exactly: number.int64Value) else { return nil }
        return bigEndian(value)
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }
}
