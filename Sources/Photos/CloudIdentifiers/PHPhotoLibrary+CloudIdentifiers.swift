import Albumen
import Foundation

extension PHPhotoLibrary {
    func cloudIdentifiers(of localIdentifiers: [String]) -> [String: Result<PHCloudIdentifier, any Error>] {
        mappings(of: localIdentifiers) { library, access in
            let known = try library.cloudIdentifiers(ofLocalIdentifiers: localIdentifiers, access: access)
            return { identifier in
                guard let cloud = known[identifier] else { throw RequestFailure.unknownIdentifier(identifier) }
                return PHCloudIdentifier(stringValue: cloud)
            }
        }
    }

    func localIdentifiers(
        of cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(of: cloudIdentifiers) { library, access in
            let known = try library.localIdentifiers(
                ofCloudIdentifiers: cloudIdentifiers.map(\.stringValue), access: access)
            return { identifier in
                let found = known[identifier.stringValue] ?? []
                guard let first = found.first else {
                    throw RequestFailure.unknownIdentifier(identifier.stringValue)
                }
                guard found.count == 1 else {
                    throw RequestFailure.severalIdentifiers(found, of: identifier.stringValue)
                }
                return first
            }
        }
    }

    /// - Parameter look: Reads all identifiers at once and returns a function that finds each.
    private func mappings<Given: Hashable, Found>(
        of identifiers: [Given], _ look: (Library, Access) throws -> (Given) throws -> Found
    ) -> [Given: Result<Found, any Error>] {
        let session = PhotoLibrarySession.current
        let find: (Given) throws -> Found
        do {
            guard let access = session.accessForReading() else {
                throw RequestFailure.access(session.status(for: .readWrite), client: session.client)
            }
            find = try look(try session.openedLibrary(), access)
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
