import Albumen
import Records

/// The file of an asset that plays.
enum AssetVideo {
    /// A video, or a Live Photo's moving part; nil for an asset without.
    static func resource(among resources: [ResourceRecord]) -> ResourceRecord? {
        [ResourceType.video, .pairedVideo].lazy.compactMap { type in
            resources.first { $0.type == type }
        }.first
    }
}
