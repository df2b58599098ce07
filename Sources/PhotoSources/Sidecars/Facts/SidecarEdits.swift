/// The develop settings in a sidecar, which Albumen can't apply.
enum SidecarEdits {
    /// Returns the names of the programs whose settings the sidecar contains.
    static func programs(in document: XMPDocument) -> [String] {
        var programs: [String] = []
        if hasCameraRawSettings(document) { programs.append("Adobe Camera Raw") }
        let history = document[XMPNamespace.darktable, "history"]
        if history?.items.isEmpty == false { programs.append("darktable") }
        return programs
    }

    private static func hasCameraRawSettings(_ document: XMPDocument) -> Bool {
        func text(_ name: String) -> String? { document[XMPNamespace.cameraRaw, name]?.text?.trimmed.lowercased() }
        // Pictures that were developed with the settings keep them, for information.
        guard text("AlreadyApplied") != "true", text("HasSettings") != "false" else { return false }
        let names: Set<String> = ["AlreadyApplied", "HasSettings", "HasCrop", "RawFileName", "Version"]
        return document.properties.keys.contains {
            $0.namespace == XMPNamespace.cameraRaw && !names.contains($0.name)
        }
    }
}
