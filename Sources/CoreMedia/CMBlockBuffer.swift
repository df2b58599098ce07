// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import CoreVideo
import Foundation

/// The result of a function of Core Media: ``noErr`` or an error.
public typealias OSStatus = Int32
/// Success.
public let noErr: OSStatus = 0
public let kCMBlockBufferNoErr: OSStatus = 0
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704

/// The bytes of a sample buffer: compressed frames, sound or metadata.
///
/// Apple's class can refer to several blocks of memory. This class has one.
// Unchecked because clients synchronize changes of the bytes. All other properties are constant.
public final class CMBlockBuffer: @unchecked Sendable {
    private let base: UnsafeMutableRawBufferPointer

    package init(_ bytes: Data) {
        base = .allocate(byteCount: bytes.count, alignment: 16)
        bytes.copyBytes(to: base)
    }

    /// Creates a buffer whose bytes a closure writes.
    package init<Failure: Error>(
        byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        base = .allocate(byteCount: byteCount, alignment: 16)
        try fill(base)
    }

    deinit {
        base.deallocate()
    }

    /// The number of bytes.
    public var dataLength: Int { base.count }

    /// Calls a closure with the bytes.
    public func withUnsafeMutableBytes<Answer>(
        atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Answer
    ) rethrows -> Answer {
        try body(UnsafeMutableRawBufferPointer(rebasing: base[max(0, min(offset, base.count))...]))
    }

    /// Returns a copy of the bytes.
    public func dataBytes() -> Data { Data(base) }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(base) }
}

public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Returns a pointer to the bytes from an offset on.
///
/// - Returns: ``kCMBlockBufferBadOffsetParameterErr`` if the offset is behind the end.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>?
) -> OSStatus {
    theBuffer.withUnsafeMutableBytes { bytes in
        guard (0..<max(1, bytes.count)).contains(offset), let base = bytes.baseAddress else {
            return kCMBlockBufferBadOffsetParameterErr
        }
        lengthAtOffsetOut?.pointee = bytes.count - offset
        totalLengthOut?.pointee = bytes.count
        dataPointerOut?.pointee = (base + offset).assumingMemoryBound(to: Int8.self)
        return kCMBlockBufferNoErr
    }
}

/// Copies bytes out of the buffer.
///
/// - Returns: An error if the part passes the end of the buffer.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    let bytes = theSourceBuffer.bytes
    guard (0...bytes.count).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
    guard (0...bytes.count - offsetToData).contains(dataLength) else { return kCMBlockBufferBadLengthParameterErr }
    if dataLength > 0, let base = bytes.baseAddress { memcpy(destination, base + offsetToData, dataLength) }
    return kCMBlockBufferNoErr
}
