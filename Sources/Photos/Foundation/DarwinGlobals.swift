public import Foundation

/// Runs a closure. Linux has no autorelease pool. Objects are released when they go out of scope.
@inlinable
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}

/// The key of a bundle's name in its information dictionary.
public let kCFBundleNameKey: String = "CFBundleName"

/// The place for the error of a call. Linux has no autoreleased objects, so it's a pointer to a strong reference.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension Data.WritingOptions {
    /// The older name of `atomic`.
    public static var atomicWrite: Data.WritingOptions { .atomic }
}
