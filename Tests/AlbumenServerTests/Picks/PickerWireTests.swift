import Foundation
import PickerWire
import Records
import Testing

@testable import AlbumenServer

/// The server reads what `PhotosUI` writes.
@Suite struct PickerWireTests {
    private static let filter = PickFilter.any([
        .all([.kind(.videos), .duration(from: nil, to: 60)]), .not(.playbackStyle(.livePhoto)),
        .fileSize(from: 1_000_000, to: nil),
        .creationDate(from: Date(timeIntervalSince1970: 0), to: Date(timeIntervalSince1970: 1_000_000.5)),
    ])

    private static var full: PickConfiguration {
        var configuration = PickConfiguration()
        (configuration.application, configuration.purpose) = ("App", "To print")
        (configuration.limit, configuration.filter) = (3, filter)
        (configuration.representation, configuration.selection) = (.compatible, .continuousAndOrdered)
        (configuration.preselected, configuration.hasIdentifiers) = (["A"], true)
        (configuration.mode, configuration.disabled) = (.compact, Set(PickConfiguration.Capability.allCases))
        configuration.edges = Set(PickConfiguration.Edge.allCases)
        configuration.removes = Set(PickConfiguration.Removal.allCases)
        (configuration.isPresented, configuration.isInNewWindow, configuration.offersFiles) = (true, true, true)
        configuration.search = "Lisbon"
        return configuration
    }

    private func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    @Test(arguments: [PickConfiguration(), full])
    func `the server reads a configuration as the app wrote it`(_ written: PickConfiguration) throws {
        let sent = try json(written)
        let read = try JSONDecoder().decode(PickRequest.self, from: sent).configuration
        #expect(read.filter == written.filter)
        #expect(try json(read) == sent)
    }

    @Test(arguments: [
        PickUpdate(),
        PickUpdate(
            limit: 2, edges: [.top, .bottom], deselect: ["A", "B"], move: PickUpdate.Move(item: "A", after: nil),
            scrolls: true, zoom: .out, search: "Lisbon", ends: true),
        PickUpdate(search: ""),
        PickUpdate(edges: [], move: PickUpdate.Move(item: "A", after: "B"), zoom: .in),
    ])
    func `the server reads an update as the app wrote it`(_ written: PickUpdate) throws {
        #expect(try JSONDecoder().decode(PickUpdate.self, from: json(written)) == written)
    }
}
