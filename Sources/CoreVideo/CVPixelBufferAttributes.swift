// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
import Foundation

/// The pixel format: an `NSNumber` with a four-character code.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
public let kCVPixelBufferWidthKey: CFString = "Width"
public let kCVPixelBufferHeightKey: CFString = "Height"
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// The attributes of pixel buffers that have an effect.
package struct CVPixelBufferAttributes: Sendable {
    package var format: OSType?
    package var width: Int?
    package var height: Int?
    package var rowAlignment: Int?

    package init(_ attributes: CFDictionary?) {
        format = Self.number(attributes, kCVPixelBufferPixelFormatTypeKey).flatMap { OSType(exactly: $0) }
        width = Self.number(attributes, kCVPixelBufferWidthKey)
        height = Self.number(attributes, kCVPixelBufferHeightKey)
        rowAlignment = Self.number(attributes, kCVPixelBufferBytesPerRowAlignmentKey)
    }

    package init(_ attributes: [String: Any]?) {
        self.init(attributes.map { NSDictionary(dictionary: $0) })
    }

    private static func number(_ attributes: CFDictionary?, _ key: CFString) -> Int? {
        // Clients write numbers of all types, and lists of which the first entry counts.
        let value = attributes?.object(forKey: NSString(string: key)) ?? attributes?.object(forKey: key)
        switch value {
        case let list as [Any]: return integer(list.first)
        case let value: return integer(value)
        }
    }

    private static func integer(_ value: Any?) -> Int? {
        switch value {
        case let number as NSNumber: number.intValue
        case let number as any BinaryInteger: Int(exactly: number)
        case let number as any BinaryFloatingPoint: Int(exactly: Double(number).rounded())
        default: nil
        }
    }
}
