/// The content of a dynamic identifier such as `dyn.ah62d4rv4ge81g6xy`, which contains a tag of an undeclared type.
///
/// The characters after `dyn.a` encode a text such as `?0=6:1=srt` in base 32. The text is a list of keys and values.
/// A single digit or letter can abbreviate a long name. Therefore a tag has the same identifier as on Apple's
/// systems, and an identifier in a library contains its tag.
struct DynamicTypeIdentifier {
    let encoded: String
    let supertypes: [String]
    let filenameExtensions: [String]
    let mimeTypes: [String]

    private static let prefix = "dyn.a"
    private static let supertypeKey = "UTTypeConformsTo"

    /// The limit of file names, in bytes. With this limit, an identifier that contains a tag and a supertype fits in
    /// 255 bytes, too.
    private static let maximumTagLength = 255
    private static let maximumLength = 1024

    /// The names that single characters abbreviate, in order. A character can abbreviate a key or the name of a
    /// supertype.
    private static let abbreviations: [(character: String, name: String)] = [
        ("0", supertypeKey), ("1", UTTagClass.filenameExtension.rawValue), ("2", "com.apple.ostype"),
        ("3", UTTagClass.mimeType.rawValue), ("4", "com.apple.nspboard-type"), ("5", "public.url-scheme"),
        ("6", "public.data"), ("7", "public.text"), ("8", "public.plain-text"), ("9", "public.utf16-plain-text"),
        ("A", "com.apple.traditional-mac-plain-text"), ("B", "public.image"), ("C", "public.video"),
        ("D", "public.audio"), ("E", "public.directory"), ("F", "public.folder"),
    ]

    /// Creates the content for a tag. Stores extensions and MIME types in lower case. Returns `nil` if the tag is
    /// empty or too long.
    init?(tag: String, tagClass: UTTagClass, supertype: UTType?) {
        let ignoresCase = tagClass == .filenameExtension || tagClass == .mimeType
        let tag = ignoresCase ? tag.lowercased() : tag
        guard !tag.isEmpty, tag.utf8.count <= Self.maximumTagLength else {
            return nil
        }
        var fields: [(key: String, value: String)] = []
        if let supertype {
            fields.append((Self.supertypeKey, Self.abbreviation(of: supertype.identifier)))
        }
        fields.append((tagClass.rawValue, tag))
        let text = fields.map { "\(Self.escaped(Self.abbreviation(of: $0.key)))=\(Self.escaped($0.value))" }
        let encoded = Self.prefix + DynamicTypeAlphabet.encode(("?" + text.joined(separator: ":")).utf8)
        guard encoded.utf8.count <= Self.maximumLength else {
            return nil
        }
        self.encoded = encoded
        supertypes = supertype.map { [$0.identifier] } ?? []
        filenameExtensions = tagClass == .filenameExtension ? [tag] : []
        mimeTypes = tagClass == .mimeType ? [tag] : []
    }

    /// Decodes a dynamic identifier. Returns `nil` if it isn't well-formed.
    init?(encoded: String) {
        guard encoded.utf8.count <= Self.maximumLength, encoded.hasPrefix(Self.prefix),
            let bytes = DynamicTypeAlphabet.decode(encoded.dropFirst(Self.prefix.count)),
            let text = String(validating: bytes, as: UTF8.self), text.first == "?",
            let fields = Self.fields(of: text.dropFirst())
        else {
            return nil
        }
        self.encoded = encoded
        func values(_ key: String) -> [String] {
            fields.filter { $0.key == key }.map(\.value)
        }
        supertypes = values(Self.supertypeKey).map { Self.name(of: $0) }
        filenameExtensions = values(UTTagClass.filenameExtension.rawValue)
        mimeTypes = values(UTTagClass.mimeType.rawValue)
    }

    /// Splits a text at each `:`, and each part at its first `=`. A backslash escapes both characters.
    private static func fields(of text: Substring) -> [(key: String, value: String)]? {
        var fields: [(key: String, value: String)] = []
        var key: String?
        var current = ""
        var isEscaped = false
        for character in text + ":" {
            if isEscaped {
                current.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "=", key == nil {
                key = name(of: current)
                current = ""
            } else if character == ":" {
                guard let name = key, !current.isEmpty else {
                    return nil
                }
                fields.append((name, current))
                key = nil
                current = ""
            } else {
                current.append(character)
            }
        }
        return isEscaped || key != nil || !current.isEmpty ? nil : fields
    }

    private static func escaped(_ text: String) -> String {
        String(text.flatMap { ["\\", ":", "="].contains($0) ? ["\\", $0] : [$0] })
    }

    private static func abbreviation(of name: String) -> String {
        abbreviations.first { $0.name == name }?.character ?? name
    }

    private static func name(of abbreviation: String) -> String {
        abbreviations.first { $0.character == abbreviation }?.name ?? abbreviation
    }
}
