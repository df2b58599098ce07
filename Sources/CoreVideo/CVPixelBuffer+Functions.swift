// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
public import Foundation

/// How a client uses the pixels.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: CVOptionFlags

    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Frees the memory of a pixel buffer of the client: its context and its memory.
public typealias CVPixelBufferReleaseBytesCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Creates a pixel buffer whose pixels are zero. Rows start at multiples of 16 bytes, or of
/// `kCVPixelBufferBytesPerRowAlignmentKey`.
///
/// - Parameters:
///   - pixelBufferAttributes: The alignment of rows. Ignores other attributes.
///   - pixelBufferOut: Receives the pixel buffer, or `nil` after an error.
/// - Returns: ``kCVReturnInvalidPixelFormat`` for another format than those of ``CVPixelBuffer``.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard CVPixelArrangement(pixelFormatType) != nil else { return kCVReturnInvalidPixelFormat }
    let sides = 1...CVPixelBuffer.sideLimitInPixels
    guard sides.contains(width), sides.contains(height) else { return kCVReturnInvalidSize }
    let buffer = CVPixelBuffer(
        width: width, height: height, format: pixelFormatType,
        rowAlignment: CVPixelBufferAttributes(pixelBufferAttributes).rowAlignment)
    guard let buffer else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// Creates a pixel buffer over existing memory of a format without planes.
///
/// - Parameter releaseCallback: Frees the memory when the pixel buffer is no longer used.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard CVPixelArrangement(pixelFormatType)?.isPlanar == false else { return kCVReturnInvalidPixelFormat }
    // The closure is kept as long as the pixel buffer, as C functions are.
    let made = CVPixelBuffer(
        width: width, height: height, format: pixelFormatType, base: baseAddress, bytesPerRow: bytesPerRow,
        release: { releaseCallback?(releaseRefCon, UnsafeRawPointer(baseAddress)) })
    guard let made else { return kCVReturnInvalidArgument }
    pixelBufferOut.pointee = made
    return kCVReturnSuccess
}

/// Returns success. The pixels are always in memory, so there is nothing to lock.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    kCVReturnSuccess
}

@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    kCVReturnSuccess
}

public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }
/// Returns the first row. For a format with planes, this is the first row of the first plane.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes[0].base
}
/// Returns the distance between two rows, of the first plane if the format has several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }
/// Returns the number of planes, or 0 for a format without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Returns `nil` if there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.plane(planeIndex)?.base
}

public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CVImageBufferGetEncodedSize(imageBuffer)
}

extension CVPixelBuffer {
    /// Returns a plane, or `nil` if there is none. A format without planes has its pixels as its plane 0.
    fileprivate func plane(_ index: Int) -> Plane? { planes.indices.contains(index) ? planes[index] : nil }
}
