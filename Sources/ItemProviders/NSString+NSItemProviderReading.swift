public import Foundation

extension NSString: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] {
        ["public.utf8-plain-text", "public.plain-text"]
    }

    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }

    /// Decodes UTF-8.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8), let object = NSString(string: text) as? Self else {
            throw NSError.item(.unavailableCoercionError, "The data isn't text in UTF-8.")
        }
        return object
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as String).utf8), nil)
        return nil
    }
}

extension NSURL: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.file-url", "public.url"] }

    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

    /// A file's URL is also a `public.file-url`.
    public var writableTypeIdentifiersForItemProvider: [String] {
        isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
    }

    /// Reads an absolute URL in UTF-8.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8), let url = URL(string: text), url.scheme != nil,
            let object = url as NSURL as? Self
        else { throw NSError.item(.unavailableCoercionError, "The data isn't an absolute URL.") }
        return object
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as URL).absoluteString.utf8), nil)
        return nil
    }
}
