// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation

/// The bytes of an image.
public final class CGDataProvider: Sendable {
    let bytes: Data

    /// - Parameter data: `data as CFData`, or an `NSData`. Later changes of a mutable object don't affect the
    ///   provider.
    /// - Complexity: O(*n*) for *n* bytes, which the initializer copies.
    public init?(data: CFData) {
        // `data as Data` takes seconds for 48 MB on Linux.
        bytes = Data(bytes: data.bytes, count: data.length)
    }

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// A copy of the bytes.
    ///
    /// Read them with `CFDataGetBytePtr`, or copy them with `Data(bytes: data.bytes, count: data.length)`. On Linux,
    /// `data as Data` takes seconds for tens of megabytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes. Each access copies them.
    public var data: CFData? { NSData(data: bytes) }
}

/// Core Foundation's data. In this module it's Foundation's `NSData`.
public typealias CFData = NSData

/// Returns the number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> Int {
    theData.length
}

/// Returns a pointer to the bytes. It's valid as long as the data exists.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Core Foundation's mutable data. In this module it's Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData

/// Returns a pointer to the bytes, which you can change. It's valid until the data's length changes, and as long as
/// the data exists.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    theData.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns a copy that you can change.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - capacity: Has no effect. The data can grow without a limit, as for a capacity of 0.
/// - Complexity: O(*n*) for *n* bytes.
public func CFDataCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
    NSMutableData(bytes: theData.bytes, length: theData.length)
}
