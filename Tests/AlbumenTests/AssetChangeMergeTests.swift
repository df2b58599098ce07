import Albumen
import Foundation
import Records
import Testing

/// Merges the changes of one asset that a block requests.
@Suite struct AssetChangeMergeTests {
    /// For each field, a change that sets it and another that sets it to another value.
    private static let samples: [String: [@Sendable (inout AssetChange) -> Void]] = [
        "creationDate": [{ $0.creationDate = .some(nil) }, { $0.creationDate = .some(Date()) }],
        "utcOffset": [{ $0.utcOffset = .some(3_600) }, { $0.utcOffset = .some(nil) }],
        "location": [
            { $0.location = .some(AssetLocation(latitude: 1, longitude: 2)) }, { $0.location = .some(nil) },
        ],
        "isFavorite": [{ $0.isFavorite = true }, { $0.isFavorite = false }],
        "isHidden": [{ $0.isHidden = true }, { $0.isHidden = false }],
        "rating": [{ $0.rating = 5 }, { $0.rating = 0 }],
        "caption": [{ $0.caption = .some("a") }, { $0.caption = .some(nil) }],
        "keywords": [{ $0.keywords = ["a"] }, { $0.keywords = [] }],
        "isUserPick": [{ $0.isUserPick = true }, { $0.isUserPick = false }],
        "isKeyPhoto": [{ $0.isKeyPhoto = true }, { $0.isKeyPhoto = false }],
        "playsVideo": [{ $0.playsVideo = false }, { $0.playsVideo = true }],
        "originalChoice": [{ $0.originalChoice = .raw }, { $0.originalChoice = .compressed }],
    ]

    private func change(_ edits: [@Sendable (inout AssetChange) -> Void]) -> AssetChange {
        var change = AssetChange()
        for edit in edits { edit(&change) }
        return change
    }

    @Test("every field of a change is merged: a value stays, and a later one replaces it")
    func everyField() throws {
        let fields = Set(Mirror(reflecting: AssetChange()).children.compactMap(\.label))
        #expect(fields == Set(Self.samples.keys), "Add a sample for each new field.")
        for (field, edits) in Self.samples {
            let (first, second) = (change([edits[0]]), change([edits[1]]))
            try #require(!first.isEmpty && !second.isEmpty && first != second, "\(field)")
            #expect(first.followed(by: AssetChange()) == first, "\(field)")
            #expect(AssetChange().followed(by: first) == first, "\(field)")
            #expect(first.followed(by: second) == second, "\(field)")
            #expect(second.followed(by: first) == first, "\(field)")
        }
    }

    @Test("changes of different fields are merged into one that sets both")
    func differentFields() {
        for (field, edits) in Self.samples {
            for (other, otherEdits) in Self.samples where other != field {
                #expect(
                    change([edits[0]]).followed(by: change([otherEdits[0]])) == change([edits[0], otherEdits[0]]),
                    "\(field) and \(other)")
            }
        }
    }
}
