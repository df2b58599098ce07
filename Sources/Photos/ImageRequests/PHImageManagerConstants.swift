// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Requests an image with all its pixels. The content mode and the resize mode have no effect, except that `exact`
/// enables the crop.
public let PHImageManagerMaximumSize: CGSize = CGSize(width: -1, height: -1)

/// Whether the original is remote and must be downloaded first. The key is present with a degraded image, and if
/// there is no image because network access isn't allowed. Only present if it's `true`, as an `NSNumber`.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"

/// Whether a better image follows or is available. Always present, as an `NSNumber`.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// The request's identifier. Always present, as an `NSNumber`.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"

/// Whether the request was cancelled. Only present if it's `true`, as an `NSNumber`.
public let PHImageCancelledKey: String = "PHImageCancelledKey"

/// The reason why there is no image. Only present if there is none, as an `NSError`.
public let PHImageErrorKey: String = "PHImageErrorKey"
