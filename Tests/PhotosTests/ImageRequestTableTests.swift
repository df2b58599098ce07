import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Pixels
import Records
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.3, §4.6, §4.12: each cell of the table of result handler calls, by the picture's place.
@Suite struct ImageRequestTableTests {
    /// Where a picture of 2,000 × 1,500 pixels is available at the time of the request.
    enum Place: String, Sendable, CaseIterable {
        case inMemory, smallerInMemory, coldWithPreview, coldWithoutPreview
        case elsewhere, elsewhereWithThumbnails, elsewhereInMemory
    }

    enum Mode: String, Sendable, CaseIterable {
        case opportunistic, secondary, highQuality, fast, synchronous
    }

    enum Network: String, Sendable, CaseIterable {
        case refused, allowed, failing
    }

    /// One cell. A call is `D` (degraded), `F` (final image) or an error's code. `c` follows if the call reports that
    /// the original is remote. `!` follows if the call is on the caller's thread, before the request method returns.
    struct Cell: Sendable, CustomTestStringConvertible {
        var place: Place
        var side: Double
        var mode: Mode
        var network: Network
        var calls: String

        var testDescription: String { "\(place), \(Int(side)) px, \(mode), network \(network): \(calls)" }
    }

    private static func row(_ place: Place, _ side: Double, _ networks: [Network], _ calls: [String]) -> [Cell] {
        networks.flatMap { network in
            zip(Mode.allCases, calls).map { mode, calls in
                Cell(place: place, side: side, mode: mode, network: network, calls: calls)
            }
        }
    }

    static let table: [Cell] = [
        //                                       opportunistic, secondary, highQuality, fast, synchronous
        row(.inMemory, 1700, Network.allCases, ["F!", "F!", "F", "F", "F!"]),
        row(.smallerInMemory, 1700, Network.allCases, ["D! F", "D! D F", "F", "D", "F!"]),
        row(.coldWithPreview, 1700, Network.allCases, ["D F", "D D F", "F", "D", "F!"]),
        row(.coldWithPreview, 1000, Network.allCases, ["D F", "D D F", "F", "D", "F!"]),
        row(.coldWithPreview, 200, Network.allCases, ["D F", "D F", "F", "D", "F!"]),
        row(.coldWithoutPreview, 1700, Network.allCases, ["D F", "D F", "F", "F", "F!"]),
        row(.coldWithoutPreview, 1000, Network.allCases, ["D F", "D F", "F", "F", "F!"]),
        row(.elsewhere, 1000, [.refused], ["3164c", "3164c", "3164c", "3164c", "3164c!"]),
        row(.elsewhere, 1000, [.allowed], ["F", "F", "F", "F", "F!"]),
        row(.elsewhere, 1000, [.failing], ["3169", "3169", "3169", "3169", "3169!"]),
        row(.elsewhere, 200, [.refused], ["3164c", "3164c", "3164c", "3164c", "3164c!"]),
        row(.elsewhereWithThumbnails, 200, Network.allCases, ["F", "F", "F", "F", "F!"]),
        row(.elsewhereWithThumbnails, 1700, [.refused], ["Dc 3164c", "Dc Dc 3164c", "3164c", "Dc", "3164c!"]),
        row(.elsewhereWithThumbnails, 1700, [.allowed], ["Dc F", "Dc Dc F", "F", "Dc", "F!"]),
        row(.elsewhereWithThumbnails, 1700, [.failing], ["Dc 3169", "Dc Dc 3169", "3169", "Dc", "3169!"]),
        row(.elsewhereInMemory, 1700, [.refused], ["Dc! 3164c", "Dc! Dc 3164c", "3164c", "Dc", "3164c!"]),
        row(.elsewhereInMemory, 1700, [.allowed], ["Dc! F", "Dc! Dc F", "F", "Dc", "F!"]),
    ].flatMap { $0 }

    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture(hasRemote: true)
    }

    @Test("the number, order, thread and content of the calls", arguments: table)
    func cell(_ cell: Cell) throws {
        let asset = try prepare(cell)
        if cell.network == .failing { fixture.remote.behaviour = .breaksOff }
        let options = fixture.options { options in
            options.resizeMode = .exact
            options.isNetworkAccessAllowed = cell.network != .refused
            switch cell.mode {
            case .opportunistic: break
            case .secondary: options.allowSecondaryDegradedImage = true
            case .highQuality: options.deliveryMode = .highQualityFormat
            case .fast: options.deliveryMode = .fastFormat
            case .synchronous: options.isSynchronous = true
            }
        }
        let calls = try fixture.request(asset, cell.side, options)
        #expect(calls.map(Self.describe).joined(separator: " ") == cell.calls)
        for call in calls {
            #expect(call.place != .elsewhere)
            #expect(call.isDegraded != nil && call.number == calls[0].number)
            #expect((call.size == nil) == (call.errorCode != nil))
            #expect(call.isInCloud || call.errorCode != 3164)
            #expect(!call.isCancelled)
        }
        // Each image is larger than the one before, and only the last one has the requested size.
        let sides: [Double] = calls.compactMap { call in call.size.map { Double(max($0.width, $0.height)) } }
        #expect(zip(sides, sides.dropFirst()).allSatisfy { $0 < $1 } || cell.side == 200)
        if calls.last?.isDegraded == false, calls.last?.size != nil { #expect(sides.last == Double(cell.side)) }
        #expect(cell.network != .refused || fixture.remote.downloads.isEmpty)
    }

    private static func describe(_ call: HandlerCall) -> String {
        let what = call.errorCode.map { "\($0)" } ?? (call.isDegraded == true ? "D" : "F")
        return what + (call.isInCloud ? "c" : "") + (call.place == .caller ? "!" : "")
    }

    private func prepare(_ cell: Cell) throws -> PHAsset {
        switch cell.place {
        case .coldWithoutPreview:
            let bytes = try PNGCodec.encode(SampleBitmap.gradient(width: 2000, height: 1500))
            return try fixture.add("IMG_1.PNG", bytes, width: 2000, height: 1500) {
                $0.uniformTypeIdentifier = "public.png"
            }
        case .inMemory:
            let asset = try fixture.addPhotograph()
            try show(asset, cell.side)
            return asset
        case .smallerInMemory:
            let asset = try fixture.addPhotograph()
            try show(asset, 300)
            return asset
        case .coldWithPreview:
            return try fixture.addPhotograph()
        case .elsewhere:
            let asset = try fixture.addPhotograph()
            try fixture.sendAway(asset)
            return asset
        case .elsewhereWithThumbnails:
            let asset = try fixture.addPhotograph()
            // Stored but not in memory.
            let library = fixture.temporary.library
            let record = try #require(try library.catalog.read { try $0.asset(uuid: fixture.uuid(of: asset)) })
            _ = try library.owner.images.makeBytes(
                .preview, of: library.owner.pictureSource(of: record, version: .current))
            try fixture.sendAway(asset)
            return asset
        case .elsewhereInMemory:
            let asset = try fixture.addPhotograph()
            try show(asset, 300)
            try fixture.sendAway(asset)
            return asset
        }
    }

    private func show(_ asset: PHAsset, _ side: Double) throws {
        _ = try fixture.request(
            asset, side,
            fixture.options {
                $0.resizeMode = .exact
                $0.isSynchronous = true
            })
    }
}
