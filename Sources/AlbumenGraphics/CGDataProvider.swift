// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import Foundation

/// Bytes that an image is made of, or that it hands out.
public final class CGDataProvider: Sendable {
    let bytes: Data

    /// - Parameter data: `data as CFData`, or an `NSData`. What changes in it later changes nothing here.
    public init?(data: CFData) {
        bytes = data as Data
    }

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// All of the bytes.
    public var data: CFData? { bytes as CFData }
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
