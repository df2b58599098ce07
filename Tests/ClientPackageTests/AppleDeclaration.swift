import AlbumenTestSupport
import Foundation
import Testing

/// A declaration of Apple's PhotoKit.
///
/// The list of declarations isn't part of the project. Tests that need it are skipped if it's missing.
struct AppleDeclaration {
    static let absence: Comment = "the list ../shared/spec/photokit-api.tsv is not beside the project"

    static var isListPresent: Bool { FileManager.default.fileExists(atPath: list.path) }

    /// The type and the name with argument labels, such as `PHAsset.fetchAssets(with:)`.
    let path: String
    /// The declaration, without attributes and raw values.
    let signature: String
    /// The superclass and the protocols of a type.
    let supertypes: Set<String>
    let isDeprecated: Bool
    /// Whether the list says that the type is isolated to the main actor.
    let isMainActor: Bool
    /// Whether Albumen must have it.
    let isRequired: Bool

    /// The milestones that are complete. The list names a milestone for each declaration.
    private static let milestones: Set<String> = ["model", "observing", "pixels", "video", "editing", "picker"]

    /// The declarations by their paths. Overloads share a path.
    static func all() throws -> [String: [AppleDeclaration]] {
        Dictionary(grouping: try TabSeparatedTable.rows(of: list).compactMap(AppleDeclaration.init), by: \.path)
    }

    private init?(_ row: [String: String]) {
        guard let type = row["type"], let member = row["member"], let text = row["swift_signature"],
            row["kind"] != "conformance"
        else { return nil }
        let name = member.replacing("init?(", with: "init(").replacing("`", with: "")
        let isType = member == "(type)"
        path = isType ? type : type == "(global)" ? name : "\(type).\(name)"
        // Without the note.
        let declaration = text[..<(text.firstRange(of: " //")?.lowerBound ?? text.endIndex)]
        signature = isType ? Self.typeSignature(declaration, path) : Self.memberSignature(declaration)
        supertypes = isType ? Self.supertypes(declaration) : []
        let deprecation = row["deprecated"] ?? "no"
        isDeprecated = deprecation != "no" && !deprecation.hasPrefix("soft")
        isMainActor = declaration.contains("(MainActor)")
        isRequired = row["scope"] == "core" && row["milestone"].map(Self.milestones.contains) ?? false
    }

    private static func memberSignature(_ declaration: Substring) -> String {
        var text = declaration
        if text.hasPrefix("case "), let range = text.firstRange(of: " = ") { text = text[..<range.lowerBound] }
        for prefix in ["", "static "] where text.hasPrefix("\(prefix)let ") {
            return "\(prefix)var \(text.dropFirst(prefix.count + 4)) { get }"
        }
        return text.hasPrefix("convenience ") ? String(text.dropFirst("convenience ".count)) : String(text)
    }

    /// A protocol with its requirements of types, a generic class with its arguments, and any other type by its own name.
    private static func typeSignature(_ declaration: Substring, _ path: String) -> String {
        if declaration.hasPrefix("protocol ") { return String(declaration).replacing(" (MainActor)", with: "") }
        let name = String(path.split(separator: ".").last ?? "")
        if let bound = genericClasses[name] { return "class \(name)<ObjectType> where ObjectType : \(bound)" }
        return "\(declaration.prefix { $0 != " " }) \(name)"
    }

    private static func supertypes(_ declaration: Substring) -> Set<String> {
        // The last colon, because a generic argument has one, too.
        guard let colon = declaration.ranges(of: " : ").last else { return [] }
        let names = declaration[colon.upperBound...].replacing(#/ ?\([^)]*\)/#, with: "")
            .replacing("@unchecked ", with: "").split(separator: ", ").map(String.init)
        // The raw type of an enumeration isn't a supertype, and AnyObject isn't a protocol.
        return Set(names).subtracting(["Int", "AnyObject"])
    }

    private static let genericClasses = [
        "PHFetchResult": "AnyObject", "PHFetchResultChangeDetails": "PHObject", "PHObjectChangeDetails": "PHObject",
    ]

    private static let list = ClientPackage.project.appending(path: "../shared/spec/photokit-api.tsv")
        .standardizedFileURL
}
