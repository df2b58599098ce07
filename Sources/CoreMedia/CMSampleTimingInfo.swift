// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// A number of samples.
public typealias CMItemCount = Int

/// The times of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
    public var duration: CMTime
    /// The time at which the sample is shown or played.
    public var presentationTimeStamp: CMTime
    /// The time at which a compressed sample is decoded, or an invalid time if it's the same.
    public var decodeTimeStamp: CMTime

    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times that are all invalid.
    public static let invalid = CMSampleTimingInfo()
}

/// Times that are all invalid.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
