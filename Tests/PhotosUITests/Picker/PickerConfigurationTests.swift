import Foundation
import Photos
import PickerWire
import Testing

@testable import PhotosUI

/// The request that a configuration becomes.
@MainActor @Suite struct PickerConfigurationTests {
    private func json(_ configuration: PHPickerConfiguration) throws -> NSDictionary {
        let document = PickConfiguration(configuration, application: "App", purpose: nil)
        return try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? NSDictionary)
    }

    private func json(_ filter: PHPickerFilter) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(filter.condition), as: UTF8.self)
    }

    @Test func `§9.2: a configuration has Apple's defaults`() throws {
        let configuration = PHPickerConfiguration()
        #expect(configuration.selectionLimit == 1)
        #expect(configuration.filter == nil)
        #expect(configuration.selection == .default)
        #expect(configuration.preferredAssetRepresentationMode == .automatic)
        #expect(configuration.disabledCapabilities == [] && configuration.edgesWithoutContentMargins == [])
        #expect(configuration.mode == .default)
        #expect(configuration == PHPickerConfiguration())
        let expected: NSDictionary = [
            "application": "App", "limit": 1, "representation": "automatic", "selection": "default",
            "preselected": [String](), "identifiers": false, "mode": "default", "disabled": [String](),
            "edgesWithoutContentMargins": [String](), "removes": [String](), "present": true,
        ]
        #expect(try json(configuration) == expected)
    }

    @Test func `searchText: a long text is shortened to what the server reads`() {
        var configuration = PHPickerConfiguration()
        configuration.searchText = PHPickerSearchText(String(repeating: "海", count: 1000))
        let sent = PickConfiguration(configuration, application: nil, purpose: nil).search
        #expect(sent == String(repeating: "海", count: PickConfiguration.searchLimit / 3))
        #expect(PHPickerSearchText("a") == PHPickerSearchText("a") && PHPickerSearchText("a") != PHPickerSearchText(""))
    }

    @Test func `§9.2: each property reaches the server`() throws {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selectionLimit = 0
        configuration.filter = .videos
        configuration.selection = .continuousAndOrdered
        configuration.preferredAssetRepresentationMode = .compatible
        configuration.preselectedAssetIdentifiers = ["A", "B"]
        configuration.mode = .compact
        configuration.disabledCapabilities = [
            .search, .stagingArea, .collectionNavigation, .selectionActions, .sensitivityAnalysisIntervention,
        ]
        configuration.edgesWithoutContentMargins = .all
        configuration.metadataOptions = [.removeLocation, .removeCaptions]
        configuration.searchText = PHPickerSearchText("Lisbon")
        #expect(configuration.disabledCapabilities.rawValue == 31)
        let expected: NSDictionary = [
            "application": "App", "limit": 0, "filter": ["kind": "videos"], "representation": "compatible",
            "selection": "continuousAndOrdered", "preselected": ["A", "B"], "identifiers": true, "mode": "compact",
            "disabled": [
                "search", "stagingArea", "collectionNavigation", "selectionActions", "sensitivityAnalysisIntervention",
            ],
            "edgesWithoutContentMargins": ["top", "leading", "bottom", "trailing"],
            "removes": ["location", "captions"], "present": true, "search": "Lisbon",
        ]
        #expect(try json(configuration) == expected)
        #expect(configuration != PHPickerConfiguration())
    }

    @Test func `§9.3: filters combine, and compare by their parts`() throws {
        let filter = PHPickerFilter.any(of: [.images, .all(of: [.videos, .not(.slomoVideos)])])
        #expect(
            try json(filter)
                == #"{"any":[{"kind":"images"},{"all":[{"kind":"videos"},{"not":{"kind":"slomoVideos"}}]}]}"#)
        #expect(filter == .any(of: [.images, .all(of: [.videos, .not(.slomoVideos)])]))
        #expect(filter != .any(of: [.images]))
        #expect(try json(.playbackStyle(.imageAnimated)) == #"{"playbackStyle":"imageAnimated"}"#)
        #expect(try json(.playbackStyle(.unsupported)) == #"{"any":[]}"#)
    }

    @Test func `§10.9: filters by duration, file size and date`() throws {
        #expect(try json(.duration(...60)) == #"{"duration":[null,60]}"#)
        #expect(try json(.duration(1.5...60)) == #"{"duration":[1.5,60]}"#)
        #expect(try json(.fileSize(1_000_000...)) == #"{"fileSize":[1000000,null]}"#)
        let start = Date(timeIntervalSince1970: 0)
        #expect(try json(.creationDate(start...)) == #"{"creationDate":["1970-01-01T00:00:00.000Z",null]}"#)
    }

    @Test func `an encoding policy names a mode`() {
        #expect(PHPickerConfiguration.AssetRepresentationMode(.automatic) == .automatic)
        #expect(PHPickerConfiguration.AssetRepresentationMode(.current) == .current)
        #expect(PHPickerConfiguration.AssetRepresentationMode(.compatible) == .compatible)
    }
}
