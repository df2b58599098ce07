/// The kind of a tag that stands for a type outside the type system, such as a file name extension.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// File name extensions, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

    /// MIME types, such as `image/jpeg`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { rawValue }

    public var debugDescription: String { rawValue }
}
