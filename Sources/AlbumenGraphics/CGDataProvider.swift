// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation

/// Bytes that an image is made of, or that it hands out.
public final class CGDataProvider: Sendable {
    let bytes: Data

    /// - Parameter data: `data as CFData`, or an `NSData`. What changes in it later changes nothing here.
    /// - Complexity: One copy of the bytes.
    public init?(data: CFData) {
        // Not `data as Data`, which takes seconds for 48 MB here.
        bytes = Data(bytes: data.bytes, count: data.length)
    }

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// All of the bytes.
    ///
    /// - Complexity: One copy of the bytes. Read them with `CFDataGetBytePtr`, or copy them with
    ///   `Data(bytes: data.bytes, count: data.length)`: on Linux, `data as Data` takes seconds for tens of megabytes.
    public var data: CFData? { NSData(data: bytes) }
}

/// Core Foundation's data, which is the same as Foundation's.
public typealias CFData = NSData

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> Int {
    theData.length
}

/// The bytes, which are there as long as the data is.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}
