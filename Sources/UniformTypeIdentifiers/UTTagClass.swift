/// The kind of a tag that identifies a type outside of the type system, such as a filename extension.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The class of filename extensions, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

    /// The class of MIME types, such as `image/jpeg`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { rawValue }

    public var debugDescription: String { rawValue }
}
