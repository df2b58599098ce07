/// The colour label in a sidecar. Albumen has none.
enum SidecarLabel {
    private static let darktable = ["Red", "Yellow", "Green", "Blue", "Purple"]
    private static let digiKam = [
        "Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White",
    ]

    /// Returns the names of the labels: the text of the program, or the colour in English.
    static func names(in document: XMPDocument) -> [String] {
        if let label = document[XMPNamespace.xmp, "Label"]?.text?.cleaned, !label.isEmpty, label != "None" {
            return [label]
        }
        let colors = Set((document[XMPNamespace.darktable, "colorlabels"]?.texts ?? []).compactMap { Int($0.trimmed) })
        let names = darktable.indices.filter(colors.contains).map { darktable[$0] }
        if !names.isEmpty { return names }
        if let number = number(XMPNamespace.digiKam, "ColorLabel", document), digiKam.indices.contains(number - 1) {
            return [digiKam[number - 1]]
        }
        // People name the classes of Photo Mechanic.
        let colorClass = number(XMPNamespace.photoMechanic, "ColorClass", document)
        return colorClass.map { (1...8).contains($0) ? ["Color class \($0)"] : [] } ?? []
    }

    private static func number(_ namespace: String, _ name: String, _ document: XMPDocument) -> Int? {
        document[namespace, name]?.text.flatMap { Int($0.trimmed) }.flatMap { (0...100).contains($0) ? $0 : nil }
    }
}
