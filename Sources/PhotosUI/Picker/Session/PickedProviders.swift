import Foundation
import ItemProviders
import Photos
import PickerWire
import UniformTypeIdentifiers

/// The results of a pick. An asset that stays selected keeps its provider.
struct PickedProviders {
    private let lease: PickerLease
    private var providers: [String: (item: PickItemDocument, provider: NSItemProvider)] = [:]

    init(_ lease: PickerLease) {
        self.lease = lease
    }

    mutating func results(of items: [PickItemDocument]) -> [PHPickerResult] {
        items.map { item in
            let provider: NSItemProvider
            if let known = providers[item.item], known.item == item {
                provider = known.provider
            } else {
                provider = makeProvider(item)
                providers[item.item] = (item, provider)
            }
            return PHPickerResult(
                itemProvider: provider, assetIdentifier: item.identifier, assetToken: item.item)
        }
    }

    private func makeProvider(_ item: PickItemDocument) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = item.name
        guard !item.isPreselected else { return provider }
        let path = "\(lease.path)/items/\(Self.encoded(item.item))"
        let files = item.representations.map { file in
            PickedFile(path: "\(path)/\(Self.encoded(file.type))", name: file.name, byteCount: file.bytes)
        }
        if let video = item.pairedVideo, let photo = files.first {
            let movie = PickedFile(
                path: "\(path)/\(Self.encoded(video.type))/paired", name: video.name, byteCount: video.bytes)
            register(.livePhotoBundle, [photo, movie], bundleName: "\(item.name ?? item.item).pvt", provider)
        }
        for (representation, file) in zip(item.representations, files) {
            register(UTType(importedAs: representation.type), [file], bundleName: nil, provider)
        }
        return provider
    }

    private func register(_ type: UTType, _ files: [PickedFile], bundleName: String?, _ provider: NSItemProvider) {
        provider.registerTransferredFile(for: type) { [lease] completion in
            PickedTransfer(lease, files, bundleName: bundleName).start(completion)
        }
    }

    private static func encoded(_ component: String) -> String {
        component.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? component
    }
}

/// A file of a chosen asset.
struct PickedFile: Sendable {
    /// The path of the bytes at the server.
    let path: String
    let name: String
    /// `nil` if the server makes the file when it's requested.
    let byteCount: Int64?
}
