import Combine
import Foundation
import Photos

/// The photos of a search field: waits until the person stops typing, then fetches, and fetches again after a change.
@MainActor
final class PhotoSearchModel: ObservableObject {
    enum State: Equatable {
        case idle
        case loading
        case loaded(Int)
        case failed(String)
    }

    @Published var query = ""
    @Published var onlyFavorites = false
    @Published private(set) var state = State.idle
    @Published private(set) var suggestions: [String] = []

    let selection = PassthroughSubject<String, Never>()
    private let reload = CurrentValueSubject<Int, Never>(0)
    private var cancellables = Set<AnyCancellable>()

    init(delay: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(20)) {
        $query
            .debounce(for: delay, scheduler: DispatchQueue.main)
            .removeDuplicates()
            .combineLatest($onlyFavorites, reload)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] query, onlyFavorites, _ in
                MainActor.assumeIsolated { self?.fetch(query, onlyFavorites: onlyFavorites) }
            }
            .store(in: &cancellables)

        $query
            .map { query in ["beach", "birthday", "cat"].filter { !query.isEmpty && $0.hasPrefix(query) } }
            .assign(to: &$suggestions)

        NotificationCenter.default.publisher(for: .photosDidImport)
            .merge(
                with: Timer.publish(every: 60, on: .main, in: .common).autoconnect().map { _ in
                    Notification(name: .photosDidImport)
                }
            )
            .throttle(for: .seconds(1), scheduler: RunLoop.main, latest: true)
            .sink { [weak self] _ in MainActor.assumeIsolated { self?.reload.value += 1 } }
            .store(in: &cancellables)
    }

    private func fetch(_ query: String, onlyFavorites: Bool) {
        state = .loading
        let options = PHFetchOptions()
        if onlyFavorites { options.predicate = NSPredicate(format: "isFavorite == YES") }
        state = .loaded(PHAsset.fetchAssets(with: options).count)
    }

    func count() -> AnyPublisher<Int, any Error> {
        Deferred {
            Future<Int, any Error> { promise in
                promise(.success(PHAsset.fetchAssets(with: .image, options: nil).count))
            }
        }
        .timeout(.seconds(5), scheduler: DispatchQueue.main)
        .eraseToAnyPublisher()
    }

    func download(_ url: URL) -> AnyPublisher<[String], any Error> {
        URLSession.shared.dataTaskPublisher(for: url)
            .tryMap { output in
                guard (output.response as? HTTPURLResponse)?.statusCode == 200 else {
                    throw URLError(.badServerResponse)
                }
                return output.data
            }
            .decode(type: [String].self, decoder: JSONDecoder())
            .retry(1)
            .catch { _ in Just([]).setFailureType(to: (any Error).self) }
            .eraseToAnyPublisher()
    }
}

extension Notification.Name {
    static let photosDidImport = Notification.Name("photosDidImport")
}
