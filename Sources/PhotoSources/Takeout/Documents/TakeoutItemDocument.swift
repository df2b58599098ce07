internal import Foundation
package import Records

/// The document of a photo or video.
package struct TakeoutItemDocument: Sendable, Equatable, Decodable {
    /// The name of the upload.
    package var title: String?
    package var caption: String?
    package var taken: TakeoutTime
    package var place: TakeoutPlace?
    /// The place in the file, as Google read it.
    package var filePlace: TakeoutPlace?
    package var isFavorite = false
    package var isArchived = false
    package var isTrashed = false
    package var isOfPartner = false
    package var persons: [String] = []

    /// The most names of people that are read.
    private static let personLimit = 1_000

    private enum Key: String, CodingKey {
        case title, description, photoTakenTime, geoData, geoDataExif, favorited, archived, trashed, people
        case googlePhotosOrigin
    }

    private enum OriginKey: String, CodingKey {
        case fromPartnerSharing
    }

    private struct Person: Decodable {
        var name: String?
    }

    package init(title: String?, taken: TakeoutTime) {
        self.title = title
        self.taken = taken
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        taken = try container.decode(TakeoutTime.self, forKey: .photoTakenTime)
        title = container.value(String.self, .title).flatMap { $0.isEmpty ? nil : $0 }
        caption = container.value(String.self, .description).flatMap { text in
            text.allSatisfy(\.isWhitespace) ? nil : text.precomposedStringWithCanonicalMapping
        }
        place = container.value(TakeoutPlace.self, .geoData)
        filePlace = container.value(TakeoutPlace.self, .geoDataExif)
        isFavorite = container.isSet(.favorited)
        isArchived = container.isSet(.archived)
        isTrashed = container.isSet(.trashed)
        // The object is empty. Its presence counts.
        let origin = try? container.nestedContainer(keyedBy: OriginKey.self, forKey: .googlePhotosOrigin)
        isOfPartner = origin?.isSet(.fromPartnerSharing) ?? false
        let names = (container.value([Person].self, .people) ?? []).prefix(Self.personLimit).compactMap(\.name)
        persons = names.map(\.precomposedStringWithCanonicalMapping).filter { !$0.allSatisfy(\.isWhitespace) }
    }
}

extension TakeoutItemDocument {
    /// What the document says of the place, and the difference if the user removed it or the degrees are impossible.
    ///
    /// A place without degrees beside one in the file means that the user removed it.
    package var placeFact: (fact: SourceFact<SourceFacts.Place>, difference: SourceDifference?) {
        let filePlace = filePlace.flatMap { $0.isNone ? nil : $0 }
        if let place, place.isNone, filePlace != nil {
            return (.none, SourceDifference(.places, .contradiction, detail: "removed in Google Photos"))
        }
        guard let stated = place.flatMap({ $0.isNone ? nil : $0 }) ?? filePlace else { return (.unknown, nil) }
        guard let place = stated.place else {
            return (.unknown, SourceDifference(.places, .invalid, detail: "\(stated.latitude), \(stated.longitude)"))
        }
        return (.known(place), nil)
    }
}
