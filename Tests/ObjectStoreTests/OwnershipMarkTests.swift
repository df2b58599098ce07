import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Testing

/// Owners in places with marks: of earlier versions of Albumen, and in stores that don't honour conditions.
@Suite struct OwnershipMarkTests {
    private let none = WorkCancellation()
    private let library = UUID()
    private let desk = PlaceMark.Copy(machine: "1", machineName: "desk", folder: "/photos")
    private let laptop = PlaceMark.Copy(machine: "2", machineName: "laptop", folder: "/photos")

    private func take(
        _ place: any RemoteBlobStore, _ copy: PlaceMark.Copy, mode: OwnerRecord.Mode = .local,
        conditions: PlaceProbe.Outcome = .honoursConditions, takingOver: Bool = false, willWrite: () -> Void = {}
    ) throws -> Ownership {
        let claim = OwnerClaim(
            library: library, copy: copy, mode: mode, date: Date(timeIntervalSince1970: 1_700_000_000))
        return try Ownership.take(
            place, claim, conditions: conditions, takingOver: takingOver, none, willWrite: willWrite)
    }

    private func failure(_ body: () throws -> Void) -> RemoteBlobError? {
        #expect(throws: RemoteBlobError.self) { try body() }
    }

    /// Returns whether the version of Albumen before owners' records can use a place. It reads the mark with the highest
    /// generation, and stops at a format that it doesn't know, also to take the place over.
    private func isUsableByEarlierVersions(_ place: any RemoteBlobStore) throws -> Bool {
        struct EarlierMark: Decodable {
            let format: Int
            let generation: Int
        }
        let names = try place.list("albumen/mark-", after: nil, limit: 1000, none).elements.map(\.name)
        guard let last = names.max() else { return true }
        let data = try #require(try place.document(last, none))
        let mark = try JSONDecoder().decode(EarlierMark.self, from: data)
        let digits = String(last.text.dropFirst("albumen/mark-".count).prefix(8))
        #expect(Int(digits) == mark.generation)
        return mark.format == 1
    }

    // MARK: Earlier versions

    @Test(arguments: SharedPlace.allCases)
    func theFirstOwnerFollowsTheLastMark(_ kind: SharedPlace) async throws {
        try await onOwnThread {
            guard let place = try kind.open()?[0] else { return }
            for copy in [laptop, desk, laptop, desk] {
                try PlaceMark.claim(place, library: library, copy: copy, takingOver: true, none)
            }
            #expect(try isUsableByEarlierVersions(place))
            var questions = 0
            let ownership = try take(place, desk) { questions += 1 }
            #expect(ownership.epoch == Epoch(5) && ownership.isNew && questions == 0)
            #expect(try !isUsableByEarlierVersions(place))
            #expect(try PlaceMark.read(place, none)?.copy == desk, "The last mark still names the copy.")
            let calls: [() throws -> Void] = [
                { try PlaceMark.check(place, library: library, copy: desk, none) },
                { try PlaceMark.claim(place, library: library, copy: desk, none) },
                { try PlaceMark.claim(place, library: library, copy: laptop, takingOver: true, none) },
            ]
            for call in calls { #expect(failure(call)?.code == .occupied) }
            #expect(try take(place, laptop, takingOver: true).epoch == Epoch(6))
            #expect(try !isUsableByEarlierVersions(place))
        }
    }

    @Test func anEmptyPlaceRefusesEarlierVersionsToo() throws {
        let place = StandInBlobStore()
        #expect(try take(place, desk).epoch == Epoch(1))
        #expect(try !isUsableByEarlierVersions(place))
    }

    @Test func aMarkOfAnotherCopyIsRespected() throws {
        let place = StandInBlobStore()
        try PlaceMark.claim(place, library: library, copy: laptop, none)
        let error = failure { _ = try take(place, desk) }
        #expect(error?.code == .occupied && error?.message.contains("laptop") == true)
        #expect(try isUsableByEarlierVersions(place), "Nothing changed.")
        var questions = 0
        #expect(try take(place, desk, takingOver: true) { questions += 1 }.epoch == Epoch(2))
        #expect(questions == 1)
    }

    @Test func aMarkOfAnotherLibraryIsRespected() throws {
        let place = StandInBlobStore()
        try PlaceMark.claim(place, library: UUID(), copy: desk, none)
        let error = failure { _ = try take(place, desk) }
        #expect(error?.code == .occupied && error?.message.contains("another library") == true)
    }

    @Test func anEarlierVersionThatIsFasterWins() throws {
        let theirs = StandInBlobStore()
        try PlaceMark.claim(theirs, library: library, copy: laptop, none)
        let name = try #require(RemoteName("albumen/mark-00000001.json"))
        let mark = try #require(try theirs.document(name, none))
        let place = FaultyPlace { $0 == name ? .overtaken(by: mark) : nil }
        #expect(failure { _ = try take(place, desk) }?.code == .occupied)
        #expect(try OwnerListing.read(place, none).newest == nil)
        let other = FaultyPlace { $0 == name ? .overtaken(by: mark) : nil }
        #expect(try take(other, desk, takingOver: true).epoch == Epoch(2))
    }

    @Test func aTakeoverThatWasKilledBeforeItsRecordIsRepeated() throws {
        let place = FaultyPlace { $0.text.hasPrefix("albumen/owner/") ? .refused : nil }
        #expect(failure { _ = try take(place, desk) }?.code == .slowDown)
        #expect(try !isUsableByEarlierVersions(place))
        #expect(failure { _ = try take(place.place, laptop) }?.code == .occupied)
        #expect(try take(place.place, desk).epoch == Epoch(1))
    }

    @Test func aRemovedBarrierComesBack() throws {
        let place = StandInBlobStore()
        let ownership = try take(place, desk)
        let name = try #require(RemoteName("albumen/mark-00000001.json"))
        place.replace(name, with: nil)
        #expect(try take(place, desk).epoch == ownership.epoch)
        #expect(try !isUsableByEarlierVersions(place))
        // An earlier version takes the place while there is no barrier.
        place.replace(name, with: nil)
        try PlaceMark.claim(place, library: library, copy: laptop, none)
        #expect(failure { _ = try take(place, desk) }?.code == .occupied)
        #expect(try take(place, desk, takingOver: true).epoch == ownership.epoch)
        #expect(try !isUsableByEarlierVersions(place))
    }

    // MARK: Stores that don't honour conditions

    @Test func oneMachineUsesRcloneInLocalMode() async throws {
        try await onOwnThread {
            guard let server = StoreServers.rclone else { return }
            let place = try StoreServers.place(at: server.address)
            let conditions = try PlaceProbe.run(place, none)
            let ownership = try take(place, desk, conditions: conditions)
            #expect(ownership.epoch == Epoch(1) && ownership.isNew)
            let limitation = try #require(ownership.limitation)
            #expect(limitation.contains("only one machine") && limitation.contains("Durable mode"))
            try ownership.check(place, none)
            try ownership.confirm(place, none)
            try ownership.release(place, none)
            #expect(try !take(place, desk, conditions: conditions).isNew)
            let error = failure { _ = try take(place, laptop, conditions: conditions) }
            #expect(error?.code == .occupied && error?.message.contains("desk") == true)
            let durable = failure { _ = try take(place, desk, mode: .durable, conditions: conditions) }
            #expect(durable?.code == .withoutConditions && durable?.message.contains("Durable mode") == true)
            let later = try take(place, laptop, conditions: conditions, takingOver: true)
            #expect(later.epoch == Epoch(2) && later.isNew)
            #expect(failure { try ownership.check(place, none) }?.code == .occupied)
            #expect(try OwnerListing.read(place, none).newest == nil)
        }
    }

    @Test func aStoreThatStopsHonouringConditionsKeepsItsOwner() throws {
        let place = StandInBlobStore()
        let refuted = PlaceProbe.Outcome.refuted("It ignores conditions.")
        let ownership = try take(place, desk)
        let again = try take(place, desk, conditions: refuted)
        #expect(again.epoch == ownership.epoch && again.limitation?.contains("It ignores conditions.") == true)
        let error = failure { _ = try take(place, laptop, conditions: refuted, takingOver: true) }
        #expect(error?.code == .withoutConditions && error?.message.contains("It ignores conditions.") == true)
        let durable = failure { _ = try take(place, desk, mode: .durable, conditions: refuted) }
        #expect(durable?.code == .withoutConditions)
    }

    @Test func aStoreThatBeginsToHonourConditionsHasRecords() throws {
        let place = StandInBlobStore()
        let marked = try take(place, desk, conditions: .refuted("It ignores conditions."))
        let owned = try take(place, desk)
        #expect(marked.epoch == Epoch(1) && owned.epoch == Epoch(2) && owned.limitation == nil)
        #expect(failure { try marked.check(place, none) }?.code == .occupied)
    }
}
