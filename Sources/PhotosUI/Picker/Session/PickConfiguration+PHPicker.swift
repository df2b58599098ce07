import Foundation
import PickerWire
import UIKitCore

extension PickConfiguration {
    /// Creates the request of a picker, which asks the server to open the browser.
    @MainActor
    init(_ configuration: PHPickerConfiguration, application: String?, purpose: String?) {
        self.init()
        self.application = application.map { Self.shortened($0, to: Self.applicationLimit) }
        self.purpose = purpose.map { Self.shortened($0, to: Self.purposeLimit) }
        limit = configuration.selectionLimit
        filter = configuration.filter?.condition
        representation =
            switch configuration.preferredAssetRepresentationMode {
            case .automatic: .automatic
            case .current: .current
            case .compatible: .compatible
            }
        selection =
            switch configuration.selection {
            case .default: .default
            case .ordered: .ordered
            case .continuous: .continuous
            case .continuousAndOrdered: .continuousAndOrdered
            }
        preselected = configuration.preselectedAssetIdentifiers
        hasIdentifiers = configuration.photoLibrary != nil
        mode = configuration.mode.wireMode
        disabled = configuration.disabledCapabilities.capabilities
        edges = configuration.edgesWithoutContentMargins.edges
        removes = configuration.metadataOptions.removals
        search = configuration.searchText?.shortened
        isPresented = true
    }

    /// The server refuses longer texts.
    fileprivate static func shortened(_ text: String, to byteCount: Int) -> String {
        var text = text
        while text.utf8.count > byteCount { text.removeLast() }
        return text
    }
}

extension PHPickerSearchText {
    /// The text in a request.
    var shortened: String { PickConfiguration.shortened(text, to: PickConfiguration.searchLimit) }
}

extension NSDirectionalRectEdge {
    /// The edges in a request.
    var edges: Set<PickConfiguration.Edge> {
        let edges: [(NSDirectionalRectEdge, PickConfiguration.Edge)] = [
            (.top, .top), (.leading, .leading), (.bottom, .bottom), (.trailing, .trailing),
        ]
        return Set(edges.filter { contains($0.0) }.map(\.1))
    }
}
