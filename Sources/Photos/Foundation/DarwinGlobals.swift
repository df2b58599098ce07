/// Runs a closure. Linux has no autorelease pool to drain: what the closure made is released as it goes out of scope.
@inlinable
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}

/// The key of a bundle's name in its information dictionary.
public let kCFBundleNameKey: String = "CFBundleName"
