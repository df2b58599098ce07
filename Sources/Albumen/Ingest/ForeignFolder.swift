import Foundation

/// A folder of another program. An import skips it unless it's on the command line, because it contains copies,
/// thumbnails, or photos under names that only its program understands.
package enum ForeignFolder: String, CaseIterable, Sendable {
    /// An Albumen library.
    case albumenLibrary
    /// A library of Apple's Photos.
    case photosLibrary
    /// A library of Aperture or iPhoto.
    case apertureLibrary
    /// A backup of an iPhone or iPad by Finder or iTunes, whose files have no names.
    case phoneBackup
    /// The YAML files and thumbnails of PhotoPrism.
    case photoPrismStorage
    /// Previews and catalog data of Lightroom.
    case lightroomData
    /// A catalog of Capture One, or its caches beside photos.
    case captureOneData
    /// A project or library of iMovie or Final Cut Pro.
    case videoProject
    /// Thumbnails of a NAS (Synology, QNAP) or of Nextcloud.
    case thumbnails
    /// Deleted files or snapshots of a NAS or of Windows.
    case recycleBin

    /// Returns the kind of a folder, based on its name and the names in it. Ignores case, as other systems do.
    init?(name: String, contains: (String) -> Bool) {
        let name = name.lowercased()
        let ending = (name as NSString).pathExtension
        if let kind = Self.byName[name] ?? Self.byExtension[ending] {
            self = kind
        } else if name.hasPrefix("appdata_"), contains("preview") {
            self = .thumbnails
        } else if contains("library.json"), contains("originals") {
            self = .albumenLibrary
        } else if contains("Manifest.db") || contains("Manifest.mbdb"),
            contains("Manifest.plist") || contains("Info.plist")
        {
            self = .phoneBackup
        } else if contains(".ppstorage") || ["sidecar", "serial", "cache"].allSatisfy(contains) {
            self = .photoPrismStorage
        } else {
            return nil
        }
    }

    private static let byName: [String: ForeignFolder] = [
        "@eadir": .thumbnails, "@__thumb": .thumbnails, "@tmp": .thumbnails, "captureone": .captureOneData,
        "#recycle": .recycleBin, "@recycle": .recycleBin, "@recently-snapshot": .recycleBin, "#snapshot": .recycleBin,
        "$recycle.bin": .recycleBin, "system volume information": .recycleBin, "lost+found": .recycleBin,
    ]

    private static let byExtension: [String: ForeignFolder] = [
        "photoslibrary": .photosLibrary, "photolibrary": .apertureLibrary, "migratedphotolibrary": .apertureLibrary,
        "aplibrary": .apertureLibrary, "migratedaplibrary": .apertureLibrary, "lrdata": .lightroomData,
        "lrlibrary": .lightroomData, "cocatalog": .captureOneData, "imovielibrary": .videoProject,
        "fcpbundle": .videoProject,
    ]

    /// A description of the folder for people.
    package var explanation: String {
        switch self {
        case .albumenLibrary: "another Albumen library"
        case .photosLibrary: "a library of Apple's Photos"
        case .apertureLibrary: "a library of iPhoto or Aperture"
        case .phoneBackup: "a backup of an iPhone or iPad"
        case .photoPrismStorage: "the storage of PhotoPrism"
        case .lightroomData: "previews and data of Lightroom"
        case .captureOneData: "data of Capture One"
        case .videoProject: "a project of iMovie or Final Cut Pro"
        case .thumbnails: "thumbnails of a NAS or a cloud"
        case .recycleBin: "deleted files, or system data"
        }
    }

    /// Instructions for people to import the folder's photos, or `nil` if it contains none.
    package var remedy: String? {
        switch self {
        case .albumenLibrary, .photosLibrary, .phoneBackup:
            "Name it on the command line to bring it over with its albums, captions and edits."
        case .apertureLibrary: "Export the originals, or import the folder “Masters” in it."
        case .photoPrismStorage: "Name the folder that contains it on the command line, to bring it over."
        case .lightroomData: "Import the folders of the original photos."
        case .captureOneData: "Import the folder “Originals” of the catalog, or export the photos."
        case .videoProject: "Import the folder “Original Media” in it."
        case .thumbnails: nil
        case .recycleBin: "To import it all the same, name it on the command line."
        }
    }
}
