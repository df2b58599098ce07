import CAlbumenSystem
import Foundation
import Synchronization
import SystemCalls
package import UniformTypeIdentifiers

extension NSItemProvider {
    func representations(_ fileOptions: NSItemProviderFileOptions) -> [ItemRepresentation] {
        state.withLock { $0.representations }.filter { $0.fileOptions.isSuperset(of: fileOptions) }
    }

    /// Returns the representation of a type, or else the first of a subtype.
    func representation(
        for type: UTType, _ fileOptions: NSItemProviderFileOptions = []
    ) -> ItemRepresentation? {
        let candidates = representations(fileOptions)
        return candidates.first { $0.type == type } ?? candidates.first { $0.type.conforms(to: type) }
    }

    /// Returns the first representation that the class can read, and the identifier by which the class knows it.
    func representation(
        readableBy aClass: any NSItemProviderReading.Type
    ) -> (ItemRepresentation, typeIdentifier: String)? {
        let readable = aClass.readableTypeIdentifiersForItemProvider.map { UTType(importedAs: $0) }
        for representation in representations([]) {
            let type = readable.first { $0 == representation.type }
            if let type = type ?? readable.first(where: { representation.type.conforms(to: $0) }) {
                return (representation, type.identifier)
            }
        }
        return nil
    }

    func loadObject(
        _ aClass: any NSItemProviderReading.Type,
        _ completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let load = ItemLoad<any NSItemProviderReading> { result in
            let (object, error) = result.parts
            completionHandler(object, error)
        }
        guard let (representation, identifier) = representation(readableBy: aClass) else {
            let types = registeredTypeIdentifiers.joined(separator: ", ")
            _ = load.finish(
                .failure(
                    .item(.itemUnavailableError, "\(aClass) can't be created from the provider's types (\(types)).")))
            return load.progress
        }
        let name = suggestedName
        let aClass = Unchecked(aClass)
        load.start(representation, identifier) { content, progress in
            guard let fileClass = aClass.value as? any ItemFileReading.Type else {
                return try aClass.value.object(
                    withItemProviderData: try content.data(identifier), typeIdentifier: identifier)
            }
            if let file = content.file(identifier) {
                return try fileClass.object(withItemProviderFileAt: file, typeIdentifier: identifier)
            }
            let folder = try ItemFolders.shared.make()
            defer { ItemFolders.delete(folder) }
            let file = try content.write(
                into: folder, suggestedName: name, type: representation.type, progress: progress)
            return try fileClass.object(withItemProviderFileAt: file, typeIdentifier: identifier)
        }
        return load.progress
    }

    func loadData(
        _ type: UTType, _ completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        let load = ItemLoad<Data> { result in
            let (data, error) = result.parts
            completionHandler(data, error)
        }
        let identifier = type.identifier
        load.start(representation(for: type), identifier) { content, _ in try content.data(identifier) }
        return load.progress
    }

    func loadTemporaryFile(
        _ type: UTType, _ completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        let load = ItemLoad<URL> { result in
            let (url, error) = result.parts
            completionHandler(url, error)
            if let url { ItemFolders.delete(url.deletingLastPathComponent()) }
        }
        let name = suggestedName
        let representation = representation(for: type)
        load.start(representation, type.identifier) { content, progress in
            try Self.copy(content, name, representation?.type ?? type, progress)
        } discard: {
            ItemFolders.delete($0.deletingLastPathComponent())
        }
        return load.progress
    }

    /// Loads a file that can be used until the process ends: the provider's own, or a copy in a folder of its own.
    package func loadLastingFile(
        _ type: UTType, inPlace: Bool, _ completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        let load = ItemLoad<(URL, Bool)> { result in
            let (file, error) = result.parts
            completionHandler(file?.0, file?.1 ?? false, error)
        }
        let name = suggestedName
        let own = inPlace ? representation(for: type, .openInPlace) : nil
        let representation = own ?? representation(for: type)
        let isInPlace = own != nil
        load.start(representation, type.identifier) { content, progress in
            if isInPlace, case .file(let url) = content { return (url, true) }
            return (try Self.copy(content, name, representation?.type ?? type, progress), false)
        } discard: { file in
            if !file.1 { ItemFolders.delete(file.0.deletingLastPathComponent()) }
        }
        return load.progress
    }

    func loadItem(_ type: UTType, _ completionHandler: NSItemProvider.CompletionHandler?) {
        let load = ItemLoad<any NSSecureCoding> { result in
            let (item, error) = result.parts
            completionHandler?(item, error)
        }
        let name = suggestedName
        let representation = representation(for: type)
        load.start(representation, type.identifier) { content, progress in
            switch content {
            case .data(let data): return data as NSData
            case .item(let item): return item
            case .transferred:
                return try Self.copy(content, name, representation?.type ?? type, progress) as NSURL
            case .file(let url):
                if representation?.fileOptions.contains(.openInPlace) == true { return url as NSURL }
                return try Self.copy(content, name, representation?.type ?? type, progress) as NSURL
            }
        }
    }

    /// Loads into a new file or folder. Writes it under a hidden name first.
    func loadFile(
        _ type: UTType, to url: URL, _ completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) -> Progress {
        let load = ItemLoad<URL> { result in completionHandler(result.parts.error) }
        load.start(representation(for: type), type.identifier) { content, progress in
            let hidden = url.deletingLastPathComponent()
                .appending(path: ".\(UUID().uuidString)", directoryHint: .notDirectory)
            do {
                if let file = content.file(type.identifier) {
                    try content.place(file, at: hidden, progress: progress)
                } else {
                    try content.data(type.identifier).write(to: hidden, options: .withoutOverwriting)
                }
                if progress.wasCancelled { throw NSError.itemCancelled() }
                // Both paths are complete, which makes the folder's descriptor unnecessary.
                let failure = albumen_rename_exclusively(AT_FDCWD, hidden.path, url.path)
                guard failure == 0 else {
                    throw CocoaError(failure == EEXIST ? .fileWriteFileExists : .fileWriteUnknown, path: url.path)
                }
            } catch {
                ItemFolders.delete(hidden)
                throw error
            }
            return url
        } discard: {
            ItemFolders.delete($0)
        }
        return load.progress
    }

    private static func copy(
        _ content: ItemContent, _ suggestedName: String?, _ type: UTType, _ progress: ItemProgress
    ) throws -> URL {
        try ItemFolders.shared.filling { folder in
            try content.write(into: folder, suggestedName: suggestedName, type: type, progress: progress)
        }
    }
}

extension CocoaError {
    fileprivate init(_ code: CocoaError.Code, path: String) {
        self.init(code, userInfo: [NSFilePathErrorKey: path])
    }
}

extension Result where Failure == NSError {
    /// The value or the error, as arguments of a completion handler.
    fileprivate var parts: (value: Success?, error: (any Error)?) {
        switch self {
        case .success(let value): (value, nil)
        case .failure(let error): (nil, error)
        }
    }
}
