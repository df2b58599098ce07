import Foundation
import FoundationAdditions

/// The words of a gallery, and the number of thumbnails that it loads at a time.
struct GalleryTitles {
    enum Tab: CaseIterable {
        case library, albums

        var title: LocalizedStringResource {
            switch self {
            case .library: "Library"
            case .albums: LocalizedStringResource("tab.albums", defaultValue: "Albums", table: "Tabs", comment: "A tab")
            }
        }
    }

    let album: String

    func title(count: Int) -> String {
        count == 0
            ? String(localized: "No Photos", comment: "The title of an empty album")
            : String(localized: "\(count) photos in \(album)", table: "Gallery", bundle: .main)
    }

    func progress(_ fraction: Double) -> String {
        String(localized: "export.progress", defaultValue: "\(fraction, format: .percent) exported", locale: .current)
    }

    func title(of tab: Tab) -> String { String(localized: tab.title) }
}

final class ThumbnailThrottle: @unchecked Sendable {
    private var observer: (any NSObjectProtocol)?

    var concurrentLoads: Int {
        switch ProcessInfo.processInfo.thermalState {
        case .nominal, .fair: return 4
        case .serious: return 2
        case .critical: return 1
        @unknown default: return 1
        }
    }

    func start(_ changed: @escaping @Sendable (Int) -> Void) {
        observer = NotificationCenter.default.addObserver(
            forName: ProcessInfo.thermalStateDidChangeNotification, object: nil, queue: .main
        ) { [weak self] _ in changed(self?.concurrentLoads ?? 1) }
    }
}
