import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

extension HTTPField.Name {
    /// The name of the resource's type, such as `pairedVideo`.
    static let resourceType = HTTPField.Name("Albumen-Resource-Type")!
    /// The names of the asset's resources, separated by commas.
    static let assetResources = HTTPField.Name("Albumen-Asset-Resources")!
    /// The asset's date in milliseconds since 1970, if it isn't the one in the file.
    static let creationDate = HTTPField.Name("Albumen-Creation-Date")!
    /// The degrees of latitude and longitude, separated by a comma.
    static let assetLocation = HTTPField.Name("Albumen-Location")!
    /// `?1` for a favourite.
    static let favorite = HTTPField.Name("Albumen-Favorite")!
}

/// What the header fields of a request say of a file in a sender's inbox.
enum InboxFields {
    private static let longestName = 128
    private static let mostResources = 16

    /// Returns the place of a request's address.
    static func place(_ context: GalleryContext, _ sender: Sender) throws -> InboxPlace {
        let names = try ["asset", "resource"].map { parameter in
            guard let name = context.parameters.get(parameter), isName(name) else {
                throw Refusal.badRequest(
                    "The names of an asset and its resource have 1 to \(longestName) letters, digits, hyphens, dots and "
                        + "underscores.")
            }
            return name
        }
        return InboxPlace(sender: sender.id, asset: names[0], resource: names[1])
    }

    /// Returns what the request says of the file as a resource, or `nil` if the import has to find it out.
    static func part(of request: Request, at place: InboxPlace) throws -> InboxPart? {
        let fields = request.headers
        guard let name = fields[.resourceType] else { return nil }
        guard let type = InboxPart.type(named: name) else {
            let names = ResourceType.names.values.sorted().joined(separator: ", ")
            throw Refusal.badRequest("Albumen-Resource-Type is one of: \(names).")
        }
        let resources = (fields[.assetResources] ?? place.resource).split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard resources.count <= mostResources, resources.allSatisfy(isName), resources.contains(place.resource) else {
            throw Refusal.badRequest(
                "Albumen-Asset-Resources has the names of all resources of the asset, also this one's, separated by "
                    + "commas. At most \(mostResources).")
        }
        return InboxPart(
            type: type, resources: Set(resources), creationDate: try date(fields[.creationDate]),
            coordinate: try coordinate(fields[.assetLocation]), isFavorite: fields[.favorite] == "?1")
    }

    private static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-._".utf8.contains(byte)
            }
    }

    private static func date(_ text: String?) throws -> Date? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), milliseconds.magnitude < 1 << 48 else {
            throw Refusal.badRequest("Albumen-Creation-Date is a number of milliseconds since 1970.")
        }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    private static func coordinate(_ text: String?) throws -> (latitude: Double, longitude: Double)? {
        guard let text else { return nil }
        let degrees = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan }
        guard degrees.count == 2, abs(degrees[0]) <= 90, abs(degrees[1]) <= 180 else {
            throw Refusal.badRequest("Albumen-Location is a latitude and a longitude in degrees: 48.137,11.575")
        }
        return (degrees[0], degrees[1])
    }
}
