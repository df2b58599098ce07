// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The number of nanoseconds per second, which clients use as a timescale.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
