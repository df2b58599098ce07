// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The number of a request for an image. Positive, and of no other request of the process.
public typealias PHImageRequestID = Int32

/// The number of no request.
public let PHInvalidImageRequestID: PHImageRequestID = 0
