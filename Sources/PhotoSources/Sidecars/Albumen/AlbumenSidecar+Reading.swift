import Foundation
import Records

extension AlbumenSidecar {
    /// Returns `nil` if the document has no property of Albumen. Ignores properties with an invalid value.
    package init?(_ document: XMPDocument) {
        guard document.properties.keys.contains(where: { $0.namespace == XMPNamespace.albumen }) else { return nil }
        let properties = Properties(document: document)
        original = properties.text(.original).flatMap { BlobDigest(hexadecimal: $0) }
        identifier = properties.text(.identifier)
        isFavorite = properties.boolean(.favorite)
        isHidden = properties.boolean(.hidden)
        dateSource = properties.text(.dateSource)
        isPlaceRemoved = properties.boolean(.placeRemoved) == true
        addedDate = properties.text(.addedDate).flatMap { SidecarDate($0) }?.date
        burstIdentifier = properties.text(.burstIdentifier)
        playsVideo = properties.boolean(.playsVideo)
        for (pick, name) in BurstPick.names where properties.texts(.burstPick).contains(name) {
            burstPick.insert(pick)
        }
        cleared = Set(properties.texts(.cleared).compactMap { ClearedValue(rawValue: $0) })
        readTimeZone(properties)
        readOriginalChoice(properties)
    }

    private mutating func readTimeZone(_ properties: Properties) {
        guard let text = properties.text(.timeZone) else { return }
        if text == "Unknown" {
            timeZone = .unknown
        } else if let offset = SidecarDate.offset(text) {
            timeZone = .offset(offset)
        } else {
            return
        }
        guard var local = properties.text(.date).flatMap({ SidecarDate($0) }) else { return }
        if case .offset(let offset) = timeZone { local.utcOffset = offset }
        date = local.date
    }

    private mutating func readOriginalChoice(_ properties: Properties) {
        switch properties.text(.originalChoice) {
        case "raw": originalChoice = .raw
        case "compressed": originalChoice = .compressed
        default: if properties.former(AlbumenProperty.formerOriginal) == "raw" { originalChoice = .raw }
        }
        if isHidden == nil, properties.former(AlbumenProperty.formerHidden) == "1" { isHidden = true }
    }

    /// Albumen's properties with a text.
    private struct Properties {
        let document: XMPDocument

        func text(_ property: AlbumenProperty) -> String? {
            let text = document[XMPNamespace.albumen, property.rawValue]?.text?.cleaned
            return text?.isEmpty == true ? nil : text
        }

        func texts(_ property: AlbumenProperty) -> [String] {
            document[XMPNamespace.albumen, property.rawValue]?.texts.map(\.cleaned) ?? []
        }

        func boolean(_ property: AlbumenProperty) -> Bool? {
            switch text(property) {
            case "True": true
            case "False": false
            default: nil
            }
        }

        func former(_ name: String) -> String? { document[XMPNamespace.albumen, name]?.text?.cleaned }
    }
}
