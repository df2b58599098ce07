import AlbumenTestSupport
import Foundation
import PhotoSources
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Where the values of an asset come from.
@Suite struct FactOriginsTests {
    private let scene: SourceScene

    init() throws {
        scene = try SourceScene()
        scene.source.items = [
            try scene.folder.photo("a", SampleMedia.jpeg(comment: "a")) {
                $0.capture = .known(.init(date: Date(timeIntervalSinceReferenceDate: 0), utcOffset: 0, isChosen: true))
                $0.place = .known(.init(latitude: 48, longitude: 11))
                $0.caption = .known("By the sea")
                $0.keywords = .known(["sea"])
                $0.rating = .known(4)
                $0.isFavorite = true
            }
        ]
    }

    @Test func `values of a source are the source's, those of the user are the user's, others are the file's`() throws {
        try scene.bringOver()
        let all = Dictionary(
            uniqueKeysWithValues: [FactOrigins.Fact.date, .place, .caption, .keywords, .rating, .favorite].map {
                ($0, FactOrigins.Origin.source(.applePhotos))
            })
        #expect(try origins() == all)
        try scene.change("a") {
            $0.rating = 2
            $0.isHidden = true
        }
        #expect(try origins() == all.merging([.rating: .user, .hidden: .user]) { $1 })
    }

    @Test func `a value that a source removed is the source's, and the file's own date is the file's`() throws {
        scene.source.items[0].facts = SourceFacts()
        scene.source.items[0].facts.place = .none
        try scene.bringOver()
        #expect(try origins()[.place] == .source(.applePhotos))
        #expect(try origins()[.date] == .file)
        #expect(try origins()[.caption] == nil)
    }

    @Test func `a later value of a source replaces the earlier one`() throws {
        try scene.bringOver()
        scene.source.items[0].facts.caption = .known("By the lake")
        try scene.bringOver()
        #expect(try origins()[.caption] == .source(.applePhotos))
    }

    private func origins() throws -> [FactOrigins.Fact: FactOrigins.Origin] {
        let (row, metadata, _) = try #require(try scene.asset("a"))
        return try scene.library.owner.factOrigins(of: row, metadata).origins
    }
}
