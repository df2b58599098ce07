// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The identifier of an image request. Positive and unique in the process.
public typealias PHImageRequestID = Int32

/// An identifier that no request has.
public let PHInvalidImageRequestID: PHImageRequestID = 0
