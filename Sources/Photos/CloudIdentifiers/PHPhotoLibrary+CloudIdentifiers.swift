import Foundation
import PhotoLibrary

extension PHPhotoLibrary {
    func cloudIdentifiers(of localIdentifiers: [String]) -> [String: Result<PHCloudIdentifier, any Error>] {
        mappings(of: localIdentifiers) { view in
            let known = try view.cloudIdentifiers(ofLocalIdentifiers: localIdentifiers)
            return { identifier in
                guard let cloud = known[identifier] else { throw RequestFailure.unknownIdentifier(identifier) }
                return PHCloudIdentifier(text: cloud)
            }
        }
    }

    /// - Parameter takesFirst: Whether the asset that was added first represents all assets with the same bytes.
    func localIdentifiers(
        of cloudIdentifiers: [PHCloudIdentifier], takesFirst: Bool = false
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(of: cloudIdentifiers) { view in
            let known = try view.localIdentifiers(
                ofCloudIdentifiers: cloudIdentifiers.map(\.archivalStringValue))
            return { identifier in
                let found = known[identifier.archivalStringValue] ?? []
                guard let first = found.first else {
                    throw RequestFailure.unknownIdentifier(identifier.archivalStringValue)
                }
                guard takesFirst || found.count == 1 else {
                    throw RequestFailure.severalIdentifiers(found, of: identifier.archivalStringValue)
                }
                return first
            }
        }
    }

    /// - Parameter look: Reads all identifiers at once and returns a function that finds each.
    private func mappings<Given: Hashable, Found>(
        of identifiers: [Given], _ look: (LibraryView) throws -> (Given) throws -> Found
    ) -> [Given: Result<Found, any Error>] {
        let session = PhotoLibrarySession.current
        let find: (Given) throws -> Found
        do {
            find = try look(try session.requireView())
        } catch {
            find = { _ in throw error }
        }
        var mappings: [Given: Result<Found, any Error>] = [:]
        for identifier in identifiers {
            mappings[identifier] = Result { try find(identifier) }.mapError { NSError.photos($0) }
        }
        return mappings
    }
}
