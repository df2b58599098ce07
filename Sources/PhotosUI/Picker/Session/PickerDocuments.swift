import Foundation
import UIKitCore

/// The request for a pick, as the server reads it.
struct PickerRequestDocument: Encodable, Equatable {
    var application: String?
    var purpose: String?
    var limit: Int
    var filter: PickerCondition?
    var representation: String
    var selection: String
    var preselected: [String]
    var identifiers: Bool
    var mode: String
    var disabled: [String]
    var edgesWithoutContentMargins: [String]
    var removes: [String]
    /// Asks the server to open the browser.
    var present = true
    /// Whether the page offers a file of the device. Earlier servers don't know the field, so it's left out otherwise.
    var offersFiles: Bool?
    /// Whether the browser opens a new window instead of a tab.
    var newWindow: Bool?

    @MainActor
    init(_ configuration: PHPickerConfiguration, application: String?, purpose: String?) {
        self.application = application.map { Self.shortened($0, to: 200) }
        self.purpose = purpose.map { Self.shortened($0, to: 1000) }
        limit = configuration.selectionLimit
        filter = configuration.filter?.condition
        representation =
            switch configuration.preferredAssetRepresentationMode {
            case .automatic: "automatic"
            case .current: "current"
            case .compatible: "compatible"
            }
        selection =
            switch configuration.selection {
            case .default: "default"
            case .ordered: "ordered"
            case .continuous: "continuous"
            case .continuousAndOrdered: "continuousAndOrdered"
            }
        preselected = configuration.preselectedAssetIdentifiers
        identifiers = configuration.photoLibrary != nil
        mode = configuration.mode.name
        disabled = configuration.disabledCapabilities.names
        edgesWithoutContentMargins = configuration.edgesWithoutContentMargins.names
        removes = configuration.metadataOptions.names
    }

    /// The server refuses longer texts.
    private static func shortened(_ text: String, to byteCount: Int) -> String {
        var text = text
        while text.utf8.count > byteCount { text.removeLast() }
        return text
    }
}

/// The answer to a new pick.
struct PickerCreationDocument: Decodable {
    let number: String
    let page: String
    let token: String
}

/// A pick as the server describes it.
struct PickerStateDocument: Decodable {
    enum State: String, Decodable {
        case waiting, open, added, cancelled, expired
    }

    let revision: Int
    let state: State
    /// Whether the user wants to choose a file of the device. `nil` from earlier servers.
    let wantsFiles: Bool?
    let items: [PickerItemDocument]
}

/// A chosen or preselected asset.
struct PickerItemDocument: Decodable, Equatable {
    /// A file of the asset.
    struct Representation: Decodable, Equatable {
        let type: String
        /// The filename.
        let name: String
        /// `nil` if the file is made when it's requested.
        let bytes: Int64?
    }

    let item: String
    let identifier: String?
    /// The filename without its extension, or `nil` for a preselected asset.
    let name: String?
    /// `nil` for a preselected asset.
    let kind: String?
    let isPreselected: Bool
    let representations: [Representation]
    /// The video of a Live Photo.
    let pairedVideo: Representation?
}

/// The state of a file that the server makes.
struct PickerMakingDocument: Decodable {
    enum Phase: String, Decodable {
        case downloading, making, ready
    }

    let phase: Phase
    let fraction: Double
}

/// A failed request.
struct PickerFailureDocument: Decodable {
    struct Failure: Decodable {
        let message: String
    }

    let error: Failure
}

/// A change of a presented picker.
struct PickerChange: Encodable, Equatable {
    struct Move: Encodable, Equatable {
        var item: String
        var after: String?

        private enum CodingKeys: CodingKey {
            case item, after
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(item, forKey: .item)
            // `null` means the front, so it isn't left out.
            try container.encode(after, forKey: .after)
        }
    }

    var limit: Int?
    var edgesWithoutContentMargins: [String]?
    var deselect: [String]?
    var move: Move?
    var scrollToInitialPosition: Bool?
    var zoom: String?
    /// Ends the choosing with the items that are selected now.
    var end: Bool?
}

extension NSDirectionalRectEdge {
    /// The names for the server.
    var names: [String] {
        let edges: [(NSDirectionalRectEdge, String)] = [
            (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
        ]
        return edges.filter { contains($0.0) }.map(\.1)
    }
}
