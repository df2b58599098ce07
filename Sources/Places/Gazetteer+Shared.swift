import Foundation
import ProgramFiles

extension Gazetteer {
    private static let opened = Result {
        guard
            let file = ResourceLocation.find(fileName, environment: ProcessInfo.processInfo.environment)
        else {
            throw GazetteerError.missing(ResourceLocation.searchedPlaces)
        }
        return try Gazetteer(contentsOf: file)
    }

    /// Returns the gazetteer of the build or of the installation. The first call opens its file.
    ///
    /// - Throws: ``GazetteerError``.
    package static func shared() throws -> Gazetteer { try opened.get() }
}
