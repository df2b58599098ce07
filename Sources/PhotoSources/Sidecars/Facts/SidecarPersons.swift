/// The names of the persons in a sidecar: of faces, and of the picture as a whole.
enum SidecarPersons {
    /// Returns each name once, in the order of the document. Faces without a name don't count.
    static func names(in document: XMPDocument) -> [String] {
        let regions = document[XMPNamespace.regions, "Regions"]?[XMPNamespace.regions, "RegionList"]?.items ?? []
        let faces = regions.filter { ($0[XMPNamespace.regions, "Type"]?.text ?? "Face") == "Face" }
        var names = faces.compactMap { $0[XMPNamespace.regions, "Name"]?.text }
        let information = document[XMPNamespace.microsoftPeople, "RegionInfo"]
        let people = information?[XMPNamespace.microsoftRegionInfo, "Regions"]?.items ?? []
        names += people.compactMap { $0[XMPNamespace.microsoftRegion, "PersonDisplayName"]?.text }
        names += document[XMPNamespace.iptcExtension, "PersonInImage"]?.texts ?? []
        var known: Set<String> = [""]
        return names.map(\.cleaned).filter { known.insert($0).inserted }
    }
}
