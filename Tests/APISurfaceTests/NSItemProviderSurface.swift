// Photos alone makes item providers visible, as Foundation does on Apple's platforms.
import Photos

func useNSItemProvider(_ provider: NSItemProvider, _ file: URL, _ image: UIImage) {
    let _: NSItemProvider = NSItemProvider()
    let _: NSItemProvider = NSItemProvider(object: image)
    let _: NSItemProvider? = NSItemProvider(contentsOf: file)
    let _: NSItemProvider = NSItemProvider(item: file as NSURL, typeIdentifier: "public.file-url")
    let _: NSItemProvider = NSItemProvider(contentsOf: file, contentType: .jpeg, openInPlace: true)
    requireSendable(provider)
    provider.suggestedName = "IMG_1"
    let _: [String] = provider.registeredTypeIdentifiers
    let _: [String] = provider.registeredTypeIdentifiers(fileOptions: [.openInPlace])
    let _: [UTType] = provider.registeredContentTypes
    let _: [UTType] = provider.registeredContentTypes(conformingTo: .image)
    let _: Bool = provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier)
    let _: Bool = provider.hasRepresentationConforming(toTypeIdentifier: "public.movie", fileOptions: [])
    let _: Bool = provider.canLoadObject(ofClass: UIImage.self)
    let _: Bool = provider.canLoadObject(ofClass: String.self)
    let progress: Progress = provider.loadObject(ofClass: UIImage.self) { object, error in
        let _: UIImage? = object as? UIImage
        let _: (any Error)? = error
    }
    progress.cancel()
    provider.loadObject(ofClass: PHLivePhoto.self) { object, _ in _ = object as? PHLivePhoto }
    provider.loadObject(ofClass: URL.self) { url, _ in let _: URL? = url }
    provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, _ in let _: Data? = data }
    provider.loadDataRepresentation(for: .jpeg) { data, _ in let _: Data? = data }
    provider.loadFileRepresentation(forTypeIdentifier: "public.movie") { url, _ in let _: URL? = url }
    provider.loadFileRepresentation(for: .movie, openInPlace: true) { url, isInPlace, _ in
        let _: (URL?, Bool) = (url, isInPlace)
    }
    provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.movie") { url, isInPlace, _ in
        let _: (URL?, Bool) = (url, isInPlace)
    }
    provider.loadItem(forTypeIdentifier: "public.file-url", options: nil) { item, _ in _ = item as? NSURL }
    provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
        completion(
            nil, NSError(domain: NSItemProvider.errorDomain, code: NSItemProvider.ErrorCode.unknownError.rawValue))
        return nil
    }
    provider.registerFileRepresentation(for: .movie) { completion in
        completion(file, false, nil)
        return Progress(totalUnitCount: 1)
    }
    provider.registerObject(image, visibility: .ownProcess)
    provider.registerItem(forTypeIdentifier: "public.url") { completion, _, _ in completion?(file as NSURL, nil) }
}

/// A class of a client that providers can create and deliver.
final class ProvidedNote: NSObject, NSItemProviderReading, NSItemProviderWriting {
    static let readableTypeIdentifiersForItemProvider = [UTType.utf8PlainText.identifier]
    static let writableTypeIdentifiersForItemProvider = [UTType.utf8PlainText.identifier]

    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> ProvidedNote {
        ProvidedNote()
    }

    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(), nil)
        return nil
    }
}
