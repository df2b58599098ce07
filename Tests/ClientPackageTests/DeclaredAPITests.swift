import AlbumenTestSupport
import Foundation
import Testing

/// What `Photos` declares, compared with Apple's declarations and with the files that use them as clients do.
@Suite struct DeclaredAPITests {
    private typealias Symbol = SymbolGraph.Symbol

    /// What clients write that Apple's Photos does not declare, because Objective-C or another of Apple's modules does.
    private static let supplements: Set<String> = [
        "NSFastEnumeration", "autoreleasepool(invoking:)", "kCFBundleNameKey",
        "NSPredicate.init(format:_:)", "NSPredicate.init(format:argumentArray:)",
        "NSSortDescriptor.init(key:ascending:)", "NSSortDescriptor.init(keyPath:ascending:)",
        "PHObject.value(forKey:)", "PHAssetResource.value(forKey:)", "PHObject.perform(_:)",
        "PHObject.responds(to:)", "PHAssetResource.perform(_:)", "PHAssetResource.responds(to:)",
        "PHContentEditingInput.value(forKey:)", "PHContentEditingInput.perform(_:)",
        "PHContentEditingInput.responds(to:)", "NSErrorPointer", "Data.WritingOptions.atomicWrite",
        "PHFetchOptions.copy(with:)", "PHFetchResult.copy(with:)", "PHObject.copy(with:)",
        "PHImageRequestOptions.copy(with:)", "PHAssetResourceCreationOptions.copy(with:)",
        "PHCloudIdentifier.copy(with:)", "PHCloudIdentifier.encode(with:)", "PHCloudIdentifier.init(coder:)",
        "PHCloudIdentifier.supportsSecureCoding", "PHCollectionList.init()",
        "PHAssetResourceRequestOptions.copy(with:)", "PHLivePhotoRequestOptions.copy(with:)",
        "PHVideoRequestOptions.copy(with:)", "PHLivePhoto.copy(with:)", "PHLivePhoto.encode(with:)",
        "PHLivePhoto.supportsSecureCoding", "PHLivePhoto.readableTypeIdentifiersForItemProvider",
        "PHLivePhoto.object(withItemProviderData:typeIdentifier:)",
        "PHPersistentChangeToken.copy(with:)", "PHPersistentChangeToken.encode(with:)",
        "PHPersistentChangeToken.supportsSecureCoding",
        "PHPhotosError.==(_:_:)", "PHPhotosError.Code.~=(_:_:)", "PHPhotosError.code", "PHPhotosError.errorCode",
        "PHPhotosError.errorUserInfo", "PHPhotosError.hash(into:)", "PHPhotosError.init(_:userInfo:)",
        "PHPhotosError.userInfo", "NSPredicate.init(_:)",
    ]

    /// What is only here: a client that names it does not build on Apple's platforms.
    private static let additions: Set<String> = [
        "NSFastEnumeration.enumeratedObjects", "PHFetchResult.enumeratedObjects", "PHAssetResource.fileSize",
        "NSSortDescriptor.libraryOrder", "PHAssetCollection.exactAssetCount",
        "PHAssetCollectionSubtype.smartAlbumRecentlyDeleted", "PHAssetCollectionSubtype.smartAlbumRecovered",
        "PHPhotoLibrary.callbackQueue", "PHChangeRequest.newRequest()", "PHFetchResult.init(_:)",
        "PHPhotoLibrary.changeDetails(of:)",
        "PHFetchResultChangeDetails.listUpdate", "PHChange.changeDetails(forContentsOf:)",
        "PHImageRequestOptions.defaultResizeMode", "PHImageManager.images(for:targetSize:contentMode:options:)",
        "PHImageManager.image(for:targetSize:contentMode:options:)", "PHImageManager.original(for:options:)",
        "PHImageManager.avAsset(forVideo:options:)", "PHImageManager.livePhoto(for:targetSize:contentMode:options:)",
        "PHImageManager.writeVideo(for:toFile:as:exportPreset:options:)",
        "PHAssetResource.isLocallyAvailable", "PHAssetResourceManager.chunks(of:in:chunkSize:options:)",
        "PHLivePhoto.image", "PHLivePhoto.videoURL", "PHAsset.contentEditingInput(with:)",
        "PHAsset.assets(with:)", "PHAsset.assets(matching:options:)",
    ]
    /// Types that are only here.
    private static let additionalTypes: Set<String> = [
        "PHListUpdate", "PHListUpdate.Move", "PHChangeDetails", "PHChangeDetails.AsyncIterator", "PHImageUpdate",
        "PHOriginalImage", "PHAssetResourceChunks", "PHAssetResourceChunks.Iterator", "LivePhotoPair",
    ]

    private static func isAddition(_ symbol: Symbol) -> Bool {
        additions.contains(symbol.path) || additionalTypes.contains(symbol.type)
            || additionalTypes.contains(symbol.path)
    }

    @Test(.enabled(if: AppleTable.isPresent, AppleTable.absence))
    func `every declaration matches Apple's`() async throws {
        let apple = try AppleTable.signatures()
        for symbol in try await declaredSymbols() {
            if let signatures = apple[symbol.path] {
                // The table names the sendable closures of a few declarations only.
                let isSame = [symbol.signature, symbol.signature.replacing("@Sendable ", with: "")]
                    .contains(where: signatures.contains)
                #expect(isSame, "\(symbol.path): \(symbol.declaration), but Apple's is \(signatures)")
            } else {
                let isKnown = Self.supplements.contains(symbol.path) || Self.isAddition(symbol)
                #expect(isKnown, "Apple does not declare \(symbol.path).")
            }
        }
    }

    /// By name and first argument label only: that the use is right is for the compiler to say.
    @Test func `every declaration is used in client code`() async throws {
        let files = try surfaceFiles()
        let allText = files.values.joined()
        for symbol in try await declaredSymbols() where !Self.isAddition(symbol) {
            let file = symbol.type.replacing(".", with: "") + "Surface.swift"
            let text = symbol.type.isEmpty ? allText : try #require(files[file], "\(file) is missing.")
            #expect(
                try text.contains(Self.use(of: symbol)), "\(file) does not use \(symbol.type).\(symbol.name).")
        }
    }

    private func declaredSymbols() async throws -> [Symbol] {
        let package = try await ClientPackageTests.builtPackage()
        let symbols = try await SymbolGraph.symbols(of: "Photos", in: package)
        try #require(symbols.count > 100)
        // Apple's table leaves out what every enumeration and option set has, and overrides.
        return symbols.filter {
            !["rawValue", "init(rawValue:)"].contains($0.name) && !$0.declaration.contains("override ")
        }
    }

    private static func use(of symbol: Symbol) throws -> Regex<AnyRegexOutput> {
        let name = String(symbol.name.prefix { $0 != "(" })
        let labels = symbol.name.dropFirst(name.count + 1).split(separator: ":").dropLast()
        let pattern =
            switch name {
            case "init": "\\b\(symbol.type.replacing(".", with: "\\."))(<\\w+>)?\\(\(argument(labels))"
            case "subscript": "\\w\\["
            case _ where !name.contains(where: \.isLetter): " \(name) "
            case symbol.name: "\\b\(name)\\b"
            default: "\\b\(name)( \\{|\\(\(argument(labels)))"
            }
        return try Regex(pattern).wordBoundaryKind(.simple)
    }

    private static func argument(_ labels: some Sequence<Substring>) -> String {
        var labels = labels.makeIterator()
        guard let label = labels.next(), label != "_" else { return "" }
        return "\\s*\(label):"
    }

    private func surfaceFiles() throws -> [String: String] {
        let folder = ClientPackage.project.appending(path: "Tests/APISurfaceTests")
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix("Surface.swift") {
            files[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return files
    }
}

/// Apple's declarations. The table is not part of the project: where it is absent, tests that need it are skipped.
private enum AppleTable {
    static let absence: Comment = "the table ../shared/spec/photokit-api.tsv is not beside the project"

    static var isPresent: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The signatures by type and name.
    static func signatures() throws -> [String: [String]] {
        var signatures: [String: [String]] = [:]
        for row in try TabSeparatedTable.rows(of: file) {
            guard let type = row["type"], let member = row["member"], let text = row["swift_signature"] else {
                continue
            }
            let name = member.replacing("init?(", with: "init(")
            let path = member == "(type)" ? type : type == "(global)" ? member : "\(type).\(name)"
            let signature = plain(text, isType: member == "(type)", path).replacing(" = nil)", with: ")")
            signatures[path, default: []].append(signature)
        }
        return signatures
    }

    /// Without notes, raw values and what a type conforms to; a nested type by its own name.
    private static func plain(_ signature: String, isType: Bool, _ path: String) -> String {
        var text = signature.prefix(upTo: signature.firstRange(of: " //")?.lowerBound ?? signature.endIndex)
        if text.hasPrefix("case "), let range = text.firstRange(of: " = ") { text = text[..<range.lowerBound] }
        for prefix in ["", "static "] where text.hasPrefix("\(prefix)let ") {
            return "\(prefix)var \(text.dropFirst(prefix.count + 4)) { get }"
        }
        if text.hasPrefix("convenience ") { text = text.dropFirst("convenience ".count) }
        guard isType else { return String(text) }
        // A protocol is told with what it asks for, a generic class with its arguments.
        if text.hasPrefix("protocol ") { return String(text) }
        let name = path.split(separator: ".").last ?? ""
        if let bound = genericClasses[String(name)] { return "class \(name)<ObjectType> where ObjectType : \(bound)" }
        return "\(text.prefix { $0 != " " }) \(name)"
    }

    private static let genericClasses = [
        "PHFetchResult": "AnyObject", "PHFetchResultChangeDetails": "PHObject", "PHObjectChangeDetails": "PHObject",
    ]

    private static let file = ClientPackage.project.appending(path: "../shared/spec/photokit-api.tsv")
        .standardizedFileURL
}
