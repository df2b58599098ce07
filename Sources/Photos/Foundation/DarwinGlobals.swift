/// Runs a closure. Linux has no autorelease pool. Objects are released when they go out of scope.
@inlinable
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}

/// The key of a bundle's name in its information dictionary.
public let kCFBundleNameKey: String = "CFBundleName"
