/// The severity of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The level of `swift-log` is `notice`.
    public static let `default` = OSLogType(rawValue: 0x00)

    /// The level of `swift-log` is `info`.
    public static let info = OSLogType(rawValue: 0x01)

    /// The level of `swift-log` is `debug`.
    public static let debug = OSLogType(rawValue: 0x02)

    /// The level of `swift-log` is `error`.
    public static let error = OSLogType(rawValue: 0x10)

    /// The level of `swift-log` is `critical`.
    public static let fault = OSLogType(rawValue: 0x11)
}
