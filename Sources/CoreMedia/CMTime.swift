// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: the number of units per second.
public typealias CMTimeScale = Int32
/// The number of a timeline. Times on different timelines can be compared, but not added.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale = 0x7FFF_FFFF

/// The kinds of a time.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid. All valid times have this flag.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// A calculation rounded the time.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is valid but unknown, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times that aren't numbers.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a rational number of seconds, or one of the times that aren't numbers: invalid, indefinite and infinite.
public struct CMTime: Sendable {
    public var value: CMTimeValue
    /// The number of units per second.
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Creates a valid time of `value / timescale` seconds.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }

    /// Creates a time from a number of seconds, as `CMTimeMakeWithSeconds(_:preferredTimescale:)` does.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    public static let invalid = CMTime()
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    public static let zero = CMTime(value: 0, timescale: 1)

    public var isValid: Bool { flags.contains(.valid) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is valid, finite and known.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time is a number and a calculation rounded it.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds. Infinite for infinite times, and not a number for invalid and indefinite ones.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// Returns the time with another timescale, as `CMTimeConvertScale(_:timescale:method:)` does.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}

/// An invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// An unknown time.
public let kCMTimeIndefinite = CMTime.indefinite
/// A time after all others.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// A time before all others.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// The time zero.
public let kCMTimeZero = CMTime.zero

/// Two times are equal if `CMTimeCompare(_:_:)` returns 0, whatever their timescales are.
extension CMTime: Comparable, Hashable {
    public static func == (one: CMTime, other: CMTime) -> Bool {
        CMTimeCompare(one, other) == 0
    }

    public static func < (one: CMTime, other: CMTime) -> Bool {
        CMTimeCompare(one, other) < 0
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric else { return }
        hasher.combine(epoch)
        let fraction = Fraction(self).reduced
        hasher.combine(fraction.numerator)
        hasher.combine(fraction.denominator)
    }
}
