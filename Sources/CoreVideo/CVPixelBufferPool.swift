// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
import Foundation

/// Creates pixel buffers with the same attributes. Each pixel buffer has new memory, whose pixels are zero.
public final class CVPixelBufferPool: Sendable {
    private let attributes: CVPixelBufferAttributes

    /// - Returns: `nil` if the attributes have no size or no format that pixel buffers can have.
    package init?(_ attributes: CVPixelBufferAttributes) {
        guard let format = attributes.format, CVPixelArrangement(format) != nil, attributes.width ?? 0 > 0,
            attributes.height ?? 0 > 0
        else { return nil }
        self.attributes = attributes
    }

    package func makePixelBuffer() -> CVPixelBuffer? {
        guard let width = attributes.width, let height = attributes.height, let format = attributes.format else {
            return nil
        }
        return CVPixelBuffer(width: width, height: height, format: format, rowAlignment: attributes.rowAlignment)
    }
}

/// Creates a pool.
///
/// - Parameters:
///   - poolAttributes: Ignored.
///   - pixelBufferAttributes: The width, the height and the format of the pixel buffers.
/// - Returns: ``kCVReturnInvalidPixelBufferAttributes`` if an attribute is missing.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = CVPixelBufferPool(CVPixelBufferAttributes(pixelBufferAttributes))
    return poolOut.pointee == nil ? kCVReturnInvalidPixelBufferAttributes : kCVReturnSuccess
}

@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = pixelBufferPool.makePixelBuffer()
    return pixelBufferOut.pointee == nil ? kCVReturnAllocationFailed : kCVReturnSuccess
}
