import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import ObjectStore
import Synchronization
import Testing

/// The owner of a library in a place that honours conditions.
@Suite struct OwnershipTests {
    private let none = WorkCancellation()
    private let library = UUID()
    private let desk = PlaceMark.Copy(machine: "1", machineName: "desk", folder: "/photos")
    private let laptop = PlaceMark.Copy(machine: "2", machineName: "laptop", folder: "/photos")

    private func claim(
        _ copy: PlaceMark.Copy, library: UUID? = nil, session: UUID = UUID(), mode: OwnerRecord.Mode = .local
    ) -> OwnerClaim {
        OwnerClaim(
            library: library ?? self.library, copy: copy, session: session, mode: mode,
            date: Date(timeIntervalSince1970: 1_700_000_000.5))
    }

    private func take(
        _ place: any RemoteBlobStore, _ claim: OwnerClaim, takingOver: Bool = false, willWrite: () throws -> Void = {}
    ) throws -> Ownership {
        try Ownership.take(
            place, claim, conditions: .honoursConditions, takingOver: takingOver, none, willWrite: willWrite)
    }

    private func failure(_ body: () throws -> Void) -> RemoteBlobError? {
        #expect(throws: RemoteBlobError.self) { try body() }
    }

    private func epoch(_ number: UInt64) throws -> Epoch { try #require(Epoch(number)) }

    // MARK: Taking

    @Test(arguments: SharedPlace.allCases)
    func aPlaceHasOneOwnerAfterAnother(_ kind: SharedPlace) async throws {
        try await onOwnThread {
            guard let places = try kind.open(machines: 2) else { return }
            let first = try take(places[0], claim(desk))
            #expect(try first.isNew && first.epoch == epoch(1) && first.limitation == nil)
            try first.check(places[0], none)
            try first.confirm(places[0], none)

            let again = try take(places[0], claim(desk))
            #expect(again.epoch == first.epoch && !again.isNew && again.proof == first.proof)

            let refused = failure { _ = try take(places[1], claim(laptop)) }
            #expect(refused?.code == .occupied && refused?.message.contains("desk") == true)
            let foreign = failure { _ = try take(places[1], claim(laptop, library: UUID())) }
            #expect(foreign?.code == .occupied && foreign?.message.contains("another library") == true)

            let second = try take(places[1], claim(laptop), takingOver: true)
            #expect(try second.isNew && second.epoch == epoch(2))
            try second.confirm(places[1], none)
            let calls: [() throws -> Void] = [
                { try first.check(places[0], none) }, { try first.confirm(places[0], none) },
                { try first.release(places[0], none) },
            ]
            for call in calls {
                let fenced = failure(call)
                #expect(fenced?.code == .occupied && fenced?.message.contains("laptop") == true)
            }

            try second.release(places[1], none)
            try second.release(places[1], none)
            let third = try take(places[0], claim(desk))
            #expect(try third.isNew && third.epoch == epoch(3))
            // A machine that slept through several owners hears of the last one.
            let late = try take(places[1], claim(laptop), takingOver: true)
            #expect(failure { try first.check(places[0], none) }?.message.contains("laptop") == true)
            #expect(try OwnerListing.read(places[0], none).newest == record(late))
        }
    }

    private func record(_ ownership: Ownership) -> OwnerRecord? {
        if case .record(let record) = ownership.proof { record } else { nil }
    }

    @Test(arguments: SharedPlace.atomic)
    func twoTakersAtOnceHaveOneWinner(_ kind: SharedPlace) async throws {
        let count = kind == .memory || kind == .folder ? TestLength.cases(40) : 40
        try await onOwnThread {
            guard let places = try kind.open(machines: 2) else { return }
            for round in 0..<count {
                let winners = Mutex<[Ownership]>([])
                let (start, end) = (DispatchGroup(), DispatchGroup())
                start.enter()
                for (place, copy) in zip(places, [desk, laptop]) {
                    end.enter()
                    Thread.detachNewThread {
                        start.wait()
                        do {
                            let ownership = try take(place, claim(copy, mode: .durable), takingOver: true)
                            winners.withLock { $0.append(ownership) }
                        } catch {
                            #expect((error as? RemoteBlobError)?.code == .occupied, "\(error)")
                        }
                        end.leave()
                    }
                }
                start.leave()
                end.wait()
                // Both may succeed one after the other. Then only the later one is still the owner.
                let found = winners.withLock { $0 }
                let epochs = Set(found.map(\.epoch))
                #expect(!found.isEmpty && epochs.count == found.count, "round \(round)")
                let owners = try found.filter { ownership in
                    do {
                        try ownership.confirm(places[0], none)
                        return true
                    } catch let error as RemoteBlobError where error.code == .occupied {
                        return false
                    }
                }
                #expect(owners.count == 1 && owners.first?.epoch == epochs.max(), "round \(round)")
            }
        }
    }

    @Test func theSameFolderGoesOnAndEveryOtherOneIsRefused() throws {
        let place = StandInBlobStore()
        let first = try take(place, claim(desk))
        let copies = [
            PlaceMark.Copy(machine: "2", machineName: "desk", folder: "/photos"),
            PlaceMark.Copy(machine: "1", machineName: "desk", folder: "/copy"),
        ]
        for copy in copies { #expect(failure { _ = try take(place, claim(copy)) }?.code == .occupied) }
        let renamed = PlaceMark.Copy(machine: "1", machineName: "table", folder: "/photos")
        #expect(try take(place, claim(renamed)).proof == first.proof)
    }

    @Test func processesOfACopyFollowEachOtherUntilTheModeChanges() throws {
        let place = StandInBlobStore()
        let first = try take(place, claim(desk, mode: .durable))
        let second = try take(place, claim(desk, mode: .durable))
        #expect(second.proof == first.proof && !second.isNew && second.mode == .durable)
        // Another mode is another promise, so it's another epoch.
        let third = try take(place, claim(desk))
        #expect(try third.epoch == epoch(2) && third.isNew && third.mode == .local)
        #expect(failure { try first.check(place, none) }?.code == .occupied)
    }

    @Test func aRestoreBeginsAnEpoch() throws {
        let place = StandInBlobStore()
        var wish = claim(desk)
        _ = try take(place, wish)
        wish.from = OwnerRecord.Origin(epoch: try epoch(1), transaction: 77)
        let restored = try take(place, wish)
        #expect(try restored.epoch == epoch(2) && record(restored)?.from?.transaction == 77)
        #expect(try take(place, wish).epoch == epoch(3), "A restore that is repeated has another state.")
        #expect(try take(place, claim(desk)).epoch == epoch(3))
    }

    @Test func aReleasedPlaceOfAnotherLibraryStaysItsOwn() throws {
        let place = StandInBlobStore()
        try take(place, claim(desk)).release(place, none)
        #expect(failure { _ = try take(place, claim(laptop, library: UUID())) }?.code == .occupied)
        // The earlier owner needs a new epoch, too.
        #expect(try take(place, claim(desk)).epoch == epoch(2))
    }

    @Test func theCallerHearsBeforeItReplacesAnotherCopy() throws {
        let place = StandInBlobStore()
        var questions = 0
        _ = try take(place, claim(desk)) { questions += 1 }
        _ = try take(place, claim(desk)) { questions += 1 }
        #expect(questions == 1)
        _ = try take(place, claim(laptop), takingOver: true) { questions += 1 }
        #expect(questions == 2)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try take(place, claim(desk), takingOver: true) { throw Stop() } }
        #expect(try take(place, claim(laptop)).epoch == epoch(2))
    }

    // MARK: Failures

    @Test func aLostAnswerLeavesOneRecord() throws {
        let isLost = Mutex(true)
        let place = FaultyPlace { name in
            isLost.withLock { isLost in
                guard isLost, name.text.hasPrefix("albumen/owner/") else { return nil }
                isLost = false
                return .answerLost
            }
        }
        #expect(failure { _ = try take(place, claim(desk)) }?.code == .unreachable)
        let ownership = try take(place, claim(desk))
        #expect(try ownership.epoch == epoch(1))
        try ownership.confirm(place, none)
    }

    @Test func whoWasFirstIsNamed() throws {
        let other = FaultyPlace()
        _ = try take(other, claim(laptop))
        let theirs = try #require(try other.document(epoch(1).recordName, none))
        let place = FaultyPlace { $0.text.hasPrefix("albumen/owner/") ? .overtaken(by: theirs) : nil }
        let error = failure { _ = try take(place, claim(desk)) }
        #expect(error?.code == .occupied && error?.message.contains("laptop") == true)
    }

    @Test func anUnknownOwnerIsNeverAYes() throws {
        let place = FaultyPlace()
        let ownership = try take(place, claim(desk))
        let codes: [RemoteBlobError.Code] = [
            .unreachable, .refused, .slowDown, .misbehaving, .misconfigured, .notFound,
        ]
        for code in codes {
            place.failReads(RemoteBlobError(code, "No answer."))
            #expect(failure { try ownership.check(place, none) }?.code == code)
            #expect(failure { try ownership.confirm(place, none) }?.code == code)
        }
        place.failReads(nil)
        try ownership.check(place, none)
        // A record that can't be read is somebody's.
        place.place.replace(try epoch(2).recordName, with: Data("{}".utf8))
        #expect(failure { try ownership.check(place, none) }?.code == .misbehaving)
        #expect(failure { _ = try take(place, claim(desk)) }?.code == .misbehaving)
    }

    @Test func aReplacedRecordIsFoundByItsOwner() throws {
        let (place, other) = (StandInBlobStore(), StandInBlobStore())
        let ownership = try take(place, claim(desk))
        _ = try take(other, claim(laptop))
        place.replace(try epoch(1).recordName, with: try other.document(epoch(1).recordName, none))
        try ownership.check(place, none)
        let error = failure { try ownership.confirm(place, none) }
        #expect(error?.code == .occupied && error?.message.contains("laptop") == true)
        place.replace(try epoch(1).recordName, with: nil)
        #expect(failure { try ownership.confirm(place, none) }?.code == .unreachable)
    }

    @Test func aDetachedFolderIsNoFolderWithoutANextOwner() throws {
        let folder = try TemporaryFolder()
        let place = try DirectoryPlace(path: try folder.makeFolder("disk").path(percentEncoded: false))
        let ownership = try take(place, claim(desk))
        try ownership.check(place, none)
        try FileManager.default.moveItem(at: folder.file("disk"), to: folder.file("elsewhere"))
        #expect(failure { try ownership.check(place, none) }?.code == .unreachable)
        try folder.makeFolder("disk")
        #expect(failure { try ownership.check(place, none) }?.code == .unreachable)
        // Another disk.
        try folder.write(Data(), to: "disk/albumen/owner/note")
        #expect(failure { try ownership.check(place, none) }?.code == .unreachable)
    }

    @Test func aHoleInTheRecordsIsAnError() throws {
        let place = StandInBlobStore()
        for copy in [desk, laptop, desk] { _ = try take(place, claim(copy), takingOver: true) }
        place.replace(try epoch(2).recordName, with: nil)
        let error = failure { _ = try take(place, claim(laptop), takingOver: true) }
        #expect(error?.code == .misbehaving && error?.message.contains("0000000000000003") == true)
    }

    @Test(arguments: ["", "{}", "[1]", "\u{0}"])
    func aForeignRecordIsAnError(_ text: String) throws {
        let place = StandInBlobStore()
        place.replace(try epoch(1).recordName, with: Data(text.utf8))
        #expect(failure { _ = try take(place, claim(desk), takingOver: true) }?.code == .misbehaving)
    }

    @Test func aRecordUnderAnotherNameIsAnError() throws {
        let place = StandInBlobStore()
        _ = try take(place, claim(desk))
        place.replace(try epoch(2).recordName, with: try place.document(epoch(1).recordName, none))
        #expect(failure { _ = try take(place, claim(desk)) }?.code == .misbehaving)
    }

    @Test func theLastEpochHasNoNext() throws {
        let place = StandInBlobStore()
        let last = try epoch(.max)
        let record = OwnerRecord(claim(desk), epoch: last)
        place.replace(last.recordName, with: try documentOf(record))
        let ownership = try take(place, claim(desk))
        try ownership.check(place, none)
        #expect(failure { _ = try take(place, claim(laptop), takingOver: true) }?.code == .misbehaving)
    }

    private func documentOf(_ record: OwnerRecord) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(record)
    }

    @Test func foreignDocumentsBesideTheRecordsAreIgnored() throws {
        let place = StandInBlobStore()
        for text in ["00000000000000FF", "1", "0000000000000000", "00000000000000020", "0000000000000009-head"] {
            place.replace(try #require(RemoteName("albumen/owner/\(text)")), with: Data())
        }
        #expect(try take(place, claim(desk)).epoch == epoch(1))
    }

    // MARK: Advice

    @Test(arguments: SharedPlace.allCases)
    func theHeadIsTheLastOne(_ kind: SharedPlace) async throws {
        try await onOwnThread {
            guard let place = try kind.open()?[0] else { return }
            let ownership = try take(place, claim(desk))
            #expect(try Ownership.head(of: ownership.epoch, place, none) == nil)
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            for transaction: UInt64 in [1, .max] {
                try ownership.noteHead(transaction: transaction, at: date, place, none)
                let head = try Ownership.head(of: ownership.epoch, place, none)
                #expect(head == OwnerHead(epoch: ownership.epoch, transaction: transaction, date: date))
            }
            try ownership.check(place, none)
            #expect(try take(place, claim(desk)).epoch == ownership.epoch)
        }
    }

    @Test func aDamagedHeadIsAnError() throws {
        let place = StandInBlobStore()
        place.replace(try epoch(1).headName, with: Data("{".utf8))
        #expect(failure { _ = try Ownership.head(of: try epoch(1), place, none) }?.code == .misbehaving)
    }

    @Test func aMachineNameIsOneComponent() {
        for text in ["", "a/b", "..", ".a", "/", "a\n"] { #expect(RemoteAdvice.MachineName(text) == nil) }
        #expect(RemoteAdvice.MachineName("desk-1") != nil)
    }

    @Test func anEpochHasOneSpelling() throws {
        for text in ["", "1", "000000000000000A", "0000000000000000", "-000000000000001", "00000000000000001"] {
            #expect(Epoch(hexadecimal: text) == nil, "\(text)")
        }
        let found = try #require(Epoch(hexadecimal: "00000000000000ff"))
        #expect(found.number == 255 && found.catalogPrefix == "albumen/catalog/e00000000000000ff/")
        #expect(try epoch(.max).hexadecimal == "ffffffffffffffff")
    }
}
