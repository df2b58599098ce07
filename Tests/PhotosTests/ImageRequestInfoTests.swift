import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.6: the keys of the info dictionary, and the types to which their values can be cast.
@Suite struct ImageRequestInfoTests {
    enum Situation: String, Sendable, CaseIterable {
        case image, degraded, degradedElsewhere, elsewhere, lost, cancelled, data, dataElsewhere, dataOfNothing
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var situation: Situation
        var keys: Set<String>

        var testDescription: String { situation.rawValue }
    }

    private static let always: Set = ["PHImageResultRequestIDKey", "PHImageResultIsDegradedKey"]

    static let table: [Row] = [
        Row(situation: .image, keys: always),
        Row(situation: .degraded, keys: always),
        Row(situation: .degradedElsewhere, keys: always.union(["PHImageResultIsInCloudKey"])),
        Row(situation: .elsewhere, keys: always.union(["PHImageResultIsInCloudKey", "PHImageErrorKey"])),
        Row(situation: .lost, keys: always.union(["PHImageErrorKey"])),
        Row(situation: .cancelled, keys: always.union(["PHImageCancelledKey", "PHImageErrorKey"])),
        Row(situation: .data, keys: always.union(["PHImageFileURLKey", "PHImageFileUTIKey"])),
        Row(situation: .dataElsewhere, keys: always.union(["PHImageResultIsInCloudKey", "PHImageErrorKey"])),
        Row(situation: .dataOfNothing, keys: always.union(["PHImageErrorKey"])),
    ]

    /// A dictionary that only one thread uses at a time.
    private struct Info: @unchecked Sendable {
        var dictionary: [AnyHashable: Any]
    }

    @Test("the dictionary contains exactly these keys", arguments: table)
    func keys(row: Row) throws {
        let fixture = try ImageRequestFixture(hasRemote: row.situation != .lost)
        let (number, infos) = try infos(row.situation, fixture)
        let info = try #require(row.situation.isFirst ? infos.first : infos.last).dictionary
        #expect(Set(info.keys.map { "\($0.base)" }) == row.keys)
        #expect(info[PHImageResultRequestIDKey] as? PHImageRequestID == number)
        #expect((info[PHImageResultRequestIDKey] as? NSNumber)?.int32Value == number)
        // Clients cast Boolean values to both types.
        for key in row.keys where key.hasSuffix("IsDegradedKey") || key.contains("Cloud") || key.contains("Cancelled") {
            let isTrue = key != PHImageResultIsDegradedKey || row.situation.isFirst
            #expect(info[key] as? Bool == isTrue, "\(key)")
            #expect((info[key] as? NSNumber)?.boolValue == isTrue, "\(key)")
        }
        if row.keys.contains(PHImageErrorKey) {
            #expect((info[PHImageErrorKey] as? NSError)?.domain == PHPhotosErrorDomain)
            #expect(info[PHImageErrorKey] as? any Error != nil)
        }
    }

    @Test("the request's identifier is valid in the first call (§4.3.5)", arguments: [true, false])
    func numberInsideTheFirstCall(isInMemory: Bool) throws {
        let fixture = try ImageRequestFixture()
        let asset = try fixture.addPhotograph()
        if isInMemory { _ = try fixture.request(asset, 300) }
        let calls = HandlerCalls()
        let number = fixture.run {
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 1700, height: 1700), contentMode: .aspectFit, options: nil
            ) { image, info in
                calls.record(image, info)
                if let number = info?[PHImageResultRequestIDKey] as? PHImageRequestID {
                    PHImageManager.default().cancelImageRequest(number)
                }
            }
        }
        try #require(calls.waitForLast())
        fixture.queue.sync {}
        #expect(calls.all.map(\.isDegraded) == [true, false])
        #expect(calls.all.map(\.isCancelled) == [false, true])
        #expect(calls.all.allSatisfy { $0.number == number })
    }

    private func infos(
        _ situation: Situation, _ fixture: ImageRequestFixture
    ) throws -> (PHImageRequestID, [Info]) {
        let asset = situation == .dataOfNothing ? PHAsset() : try fixture.addPhotograph()
        switch situation {
        case .degradedElsewhere:
            _ = try fixture.request(asset, 300)
            try fixture.sendAway(asset)
        case .elsewhere, .dataElsewhere: try fixture.sendAway(asset)
        case .lost: try fixture.removeOriginal(of: asset)
        case .cancelled: fixture.queue.suspend()
        case .image, .degraded, .data, .dataOfNothing: break
        }
        let infos = Mutex<[Info]>([])
        let calls = HandlerCalls()
        @Sendable func note(_ size: CGSize?, _ info: [AnyHashable: Any]?) {
            let info = Info(dictionary: info ?? [:])
            infos.withLock { $0.append(info) }
            calls.record(size: size, info.dictionary)
        }
        let manager = PHImageManager.default()
        let number = fixture.run {
            switch situation {
            case .data, .dataElsewhere, .dataOfNothing:
                manager.requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, info in
                    note(data.map { _ in .zero }, info)
                }
            default:
                manager.requestImage(
                    for: asset, targetSize: CGSize(width: 1700, height: 1700), contentMode: .aspectFit, options: nil
                ) { image, info in note(image?.size, info) }
            }
        }
        if situation == .cancelled {
            manager.cancelImageRequest(number)
            fixture.queue.resume()
        }
        try #require(calls.waitForLast())
        fixture.queue.sync {}
        return (number, infos.withLock { $0 })
    }
}

extension ImageRequestInfoTests.Situation {
    /// Whether the test checks the first call's dictionary.
    fileprivate var isFirst: Bool { self == .degraded || self == .degradedElsewhere }
}
