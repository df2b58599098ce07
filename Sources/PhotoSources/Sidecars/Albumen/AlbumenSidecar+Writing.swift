import Foundation
import Records

extension AlbumenSidecar {
    /// The lines of the elements, inside of the description of an `XMPPacket`. The same values result in the same lines.
    ///
    /// Each element declares its namespace, so that the lines fit any description. Unknown values have no element.
    package var lines: [String] {
        var lines: [String] = []
        func add(_ property: AlbumenProperty, _ text: String?) {
            if let text, !text.isEmpty { lines.append(Self.element(property, Self.escaped(text))) }
        }
        func add(_ property: AlbumenProperty, list: [String]) {
            guard !list.isEmpty else { return }
            let items = list.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            lines.append(Self.element(property, "<rdf:Bag>\(items)</rdf:Bag>"))
        }
        add(.original, original?.hexadecimal)
        add(.identifier, identifier)
        add(.favorite, isFavorite.map(Self.text))
        add(.hidden, isHidden.map(Self.text))
        add(.date, localDate?.localText)
        add(.timeZone, timeZoneText)
        add(.dateSource, dateSource)
        add(.placeRemoved, isPlaceRemoved ? Self.text(true) : nil)
        add(.addedDate, addedDate.flatMap { Self.local($0, offset: 0) }.map { $0.localText + "Z" })
        add(.burstIdentifier, burstIdentifier)
        add(.burstPick, list: BurstPick.names.filter { burstPick.contains($0.pick) }.map(\.name))
        add(.originalChoice, originalChoiceText)
        add(.playsVideo, playsVideo.map(Self.text))
        add(.cleared, list: ClearedValue.allCases.filter(cleared.contains).map(\.rawValue))
        return lines
    }

    /// The date in its own time zone, or `nil` if the date or what is known of its time zone is missing.
    var localDate: SidecarDate? {
        guard let date, let timeZone else { return nil }
        if case .offset(let offset) = timeZone { return Self.local(date, offset: offset) }
        return Self.local(date, offset: 0)
    }

    private static func local(_ date: Date, offset: Int) -> SidecarDate? {
        guard let moment = SidecarDate.microseconds(date), SidecarDate.offsets.contains(offset) else { return nil }
        let local = moment + offset * SidecarDate.second
        let day = CivilDay(daysSinceReferenceDate: local.flooredQuotient(SidecarDate.day))
        return (1...9999).contains(day.year) ? SidecarDate(localMicroseconds: local, utcOffset: offset) : nil
    }

    private var timeZoneText: String? {
        switch timeZone {
        case .offset(let offset): SidecarDate.offsets.contains(offset) ? SidecarDate.offsetText(offset) : nil
        case .unknown: "Unknown"
        case nil: nil
        }
    }

    private var originalChoiceText: String? {
        switch originalChoice {
        case .raw?: "raw"
        case .compressed?: "compressed"
        default: nil
        }
    }

    // MARK: XML

    private static func element(_ property: AlbumenProperty, _ content: String) -> String {
        let name = "albumen:\(property.rawValue)"
        return "   <\(name) xmlns:albumen=\"\(XMPNamespace.albumen)\">\(content)</\(name)>"
    }

    private static func text(_ value: Bool) -> String { value ? "True" : "False" }

    /// Returns the text of an element. Removes characters that XML can't contain.
    private static func escaped(_ text: String) -> String {
        text.cleaned.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
