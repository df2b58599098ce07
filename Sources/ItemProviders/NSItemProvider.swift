public import Foundation
import Synchronization
import UniformTypeIdentifiers

/// Delivers an item in the types that it has, when a receiver asks for one.
///
/// The picker delivers the chosen assets as providers. Load a photo as an object, and a video as a file:
///
/// ```swift
/// provider.loadObject(ofClass: UIImage.self) { image, error in … }
/// provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { url, error in … }
/// ```
///
/// All handlers run on a private queue, concurrently, and each completion handler runs exactly once. Each load returns
/// a determinate `Progress`. After its `cancel()`, the completion handler receives an error of ``errorDomain`` whose
/// underlying error is `CocoaError.userCancelled`.
///
/// Foundation on Linux has no item providers. This class has the members of Apple's, except those for preview images.
// Unchecked because the class is open. All stored state is in a mutex, and subclasses must keep that rule.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    /// Takes an item or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

    /// Loads an item, and passes it to the completion handler. The expected class is always `nil` on Linux, and the
    /// options are empty.
    public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

    struct State {
        var suggestedName: String?
        /// In the order of registration. No two have the same type.
        var representations: [ItemRepresentation] = []
    }

    let state: Mutex<State>

    /// Creates a provider without items.
    public override init() {
        state = Mutex(State())
    }

    /// Creates a provider of one item.
    ///
    /// - Parameters:
    ///   - item: Data, a string, a URL or another coded object. A file's URL stands for the file's content.
    ///   - typeIdentifier: The item's type. If it's `nil`, the provider has the types of an ``NSItemProviderWriting``
    ///     object, and otherwise no type.
    public init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        state = Mutex(State())
        super.init()
        guard let item else { return }
        if let typeIdentifier {
            let item = Unchecked(item)
            registerItem(forTypeIdentifier: typeIdentifier) { completion, _, _ in completion?(item.value, nil) }
        } else if let object = item as? any NSItemProviderWriting {
            registerObject(object, visibility: .all)
        }
    }

    /// Creates a provider of an object's types.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// Creates a provider of a file's content, and of its URL (`public.file-url`). The type follows from the filename
    /// extension. Receivers can open the file in place.
    ///
    /// - Returns: `nil` if there is no such file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL else { return nil }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: fileURL.path, isDirectory: &isFolder) else { return nil }
        self.init()
        let supertype: UTType = isFolder.boolValue ? .directory : .data
        let type = UTType(filenameExtension: fileURL.pathExtension, conformingTo: supertype)
        suggestedName = fileURL.lastPathComponent
        registerFileRepresentation(
            forTypeIdentifier: (type ?? (isFolder.boolValue ? .folder : .data)).identifier, fileOptions: .openInPlace,
            visibility: .all
        ) { completion in
            completion(fileURL, false, nil)
            return nil
        }
        registerItem(forTypeIdentifier: UTType.fileURL.identifier) { completion, _, _ in
            completion?(fileURL as NSURL, nil)
        }
    }

    init(_ state: State) {
        self.state = Mutex(state)
    }

    /// Returns a provider with the same items.
    open func copy(with zone: NSZone? = nil) -> Any {
        NSItemProvider(state.withLock { $0 })
    }

    /// The name for a file of the item, with or without an extension.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    // MARK: Registration

    /// Registers data of a type. A later registration of the same type replaces an earlier one.
    ///
    /// - Parameter loadHandler: Called on a private queue for each load. It passes the data or an error to its
    ///   argument, and returns a progress or `nil`.
    @preconcurrency
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        register(UTType(importedAs: typeIdentifier), visibility, source: .data(loadHandler))
    }

    /// Registers a file of a type. A later registration of the same type replaces an earlier one.
    ///
    /// - Parameters:
    ///   - fileOptions: Whether receivers may open the file itself. Otherwise they get copies.
    ///   - loadHandler: Called on a private queue for each load. It passes the file's URL to its argument, with whether
    ///     the file needs coordination (ignored on Linux), or an error. It returns a progress or `nil`. The file must
    ///     exist until the load has ended.
    @preconcurrency
    open func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions,
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        register(UTType(importedAs: typeIdentifier), visibility, fileOptions, source: .file(loadHandler))
    }

    /// Registers a coded object of a type.
    @preconcurrency
    open func registerItem(
        forTypeIdentifier typeIdentifier: String, loadHandler: @escaping NSItemProvider.LoadHandler
    ) {
        register(UTType(importedAs: typeIdentifier), .all, source: .item(loadHandler))
    }

    /// Registers the types of an object, in its order.
    open func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        let shared = Unchecked(object)
        for identifier in object.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(
                forTypeIdentifier: identifier,
                visibility: object.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
            ) { completion in
                shared.value.loadData(
                    withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
            }
        }
    }

    /// Registers the types of a class, whose object is created on demand.
    @preconcurrency
    open func registerObject(
        ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
        loadHandler:
            @escaping @Sendable (
                @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
            ) -> Progress?
    ) {
        for identifier in aClass.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(
                forTypeIdentifier: identifier,
                visibility: aClass.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
            ) { completion in
                loadHandler { object, error in
                    guard let object else { return completion(nil, error) }
                    _ = object.loadData(
                        withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
                }
            }
        }
    }

    func register(
        _ type: UTType, _ visibility: NSItemProviderRepresentationVisibility,
        _ fileOptions: NSItemProviderFileOptions = [], source: ItemRepresentation.Source
    ) {
        let representation = ItemRepresentation(
            type: type, visibility: visibility, fileOptions: fileOptions, source: source)
        state.withLock { state in
            if let index = state.representations.firstIndex(where: { $0.type == type }) {
                state.representations[index] = representation
            } else {
                state.representations.append(representation)
            }
        }
    }

    // MARK: Types

    /// The identifiers of the registered types, with the highest fidelity first.
    open var registeredTypeIdentifiers: [String] {
        representations([]).map(\.type.identifier)
    }

    /// Returns the identifiers of the types whose files have all of the options.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions) -> [String] {
        representations(fileOptions).map(\.type.identifier)
    }

    /// Returns whether a registered type equals this type or is a subtype of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(for: UTType(importedAs: typeIdentifier)) != nil
    }

    /// Returns whether a registered type conforms to this type and its file has all of the options.
    open func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions
    ) -> Bool {
        representation(for: UTType(importedAs: typeIdentifier), fileOptions) != nil
    }

    /// Returns whether the provider has a type from which the class can create an object.
    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        representation(readableBy: aClass) != nil
    }

    // MARK: Loading

    /// Loads an object of the first registered type that the class can read.
    @discardableResult
    @preconcurrency
    open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        loadObject(aClass, completionHandler)
    }

    /// Loads the data of a type, or of the first registered subtype. For large items, load a file instead.
    @discardableResult
    @preconcurrency
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadData(UTType(importedAs: typeIdentifier), completionHandler)
    }

    /// Loads a copy of the file of a type, or of the first registered subtype.
    ///
    /// The copy is deleted when the handler returns. Move or copy it there, or use
    /// ``loadFile(forTypeIdentifier:to:completionHandler:)``.
    @discardableResult
    @preconcurrency
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadTemporaryFile(UTType(importedAs: typeIdentifier), completionHandler)
    }

    /// Opens the file of a type in place if its provider permits that, or else copies it.
    ///
    /// - Parameter completionHandler: Takes the file, and whether it's the provider's own. A copy can be used until the
    ///   process ends.
    @discardableResult
    @preconcurrency
    open func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadLastingFile(UTType(importedAs: typeIdentifier), inPlace: true, completionHandler)
    }

    /// Loads the item of a type as a coded object: data, or the URL of a file that can be used until the process ends.
    ///
    /// Cast the item to `NSData`, `NSString` or `NSURL`. A cast of `NSSecureCoding` to `Data`, `String` or `URL` succeeds,
    /// but the compiler warns about it on Linux.
    ///
    /// - Parameter options: Ignored.
    @preconcurrency
    open func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: NSItemProvider.CompletionHandler? = nil
    ) {
        loadItem(UTType(importedAs: typeIdentifier), completionHandler)
    }

    /// Not in Apple's framework: loads the file of a type and hands it over. The receiver owns the file.
    ///
    /// - Parameters:
    ///   - url: The new file. Its folder must exist, and no file may have the name.
    ///   - completionHandler: Takes `nil`, or the reason why there is no new file.
    @discardableResult
    @preconcurrency
    open func loadFile(
        forTypeIdentifier typeIdentifier: String, to url: URL,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> Progress {
        loadFile(UTType(importedAs: typeIdentifier), to: url, completionHandler)
    }
}
