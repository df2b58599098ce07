// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Asks for an image in all the pixels it has. The content mode and the resize mode then count for nothing,
/// but that `exact` turns on the crop.
public let PHImageManagerMaximumSize: CGSize = CGSize(width: -1, height: -1)

/// Whether the original is elsewhere, so that what was asked for has to be downloaded first: beside a degraded image, and where
/// there is no image because network access is not allowed. In the dictionary only where it is `true`, as an `NSNumber`.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"

/// Whether a better image follows, or would have been there to wait for. Always in the dictionary, as an `NSNumber`.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// The request's number, which the request method returned. Always in the dictionary, as an `NSNumber`.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"

/// Whether the request was cancelled. In the dictionary only where it is `true`, as an `NSNumber`.
public let PHImageCancelledKey: String = "PHImageCancelledKey"

/// Why there is no image. In the dictionary only where there is none, as an `NSError`.
public let PHImageErrorKey: String = "PHImageErrorKey"
