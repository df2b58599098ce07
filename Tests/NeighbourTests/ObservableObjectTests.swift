import AlbumenCombine
import Foundation
import Testing

@Suite struct ObservableObjectTests {
    private final class Model: ObservableObject {
        @Published var query = ""
        @Published private(set) var results: [String] = []
        @Published var isLoading = false

        init() {
            $query.dropFirst().removeDuplicates().map { $0.isEmpty ? [] : ["\($0) 1", "\($0) 2"] }
                .assign(to: &$results)
        }
    }

    @Test func `a published property announces its change before it changes`() {
        let model = Model()
        var queries: [String] = []
        let subscription = model.objectWillChange.sink { queries.append(model.query) }
        model.isLoading = true
        model.query = "a"
        #expect(queries.contains(""))
        #expect(queries.count == 3)
        subscription.cancel()
    }

    @Test func `a publisher assigns to a published property`() {
        let model = Model()
        model.query = "cat"
        #expect(model.results == ["cat 1", "cat 2"])
    }

    @Test func `a published property sends its value to new subscribers`() {
        let model = Model()
        model.query = "dog"
        var received: [String] = []
        var cancellables: Set<AnyCancellable> = []
        model.$query.sink { received.append($0) }.store(in: &cancellables)
        model.query = "bird"
        #expect(received == ["dog", "bird"])
    }

    @Test func `debounce sends the last of several values`() async {
        let subject = PassthroughSubject<Int, Never>()
        let queue = DispatchQueue(label: "test")
        var subscription: AnyCancellable?
        let value = await withCheckedContinuation { continuation in
            subscription = subject.debounce(for: .milliseconds(50), scheduler: queue).first()
                .sink { continuation.resume(returning: $0) }
            for value in 1...3 { subject.send(value) }
        }
        subscription?.cancel()
        #expect(value == 3)
    }
}
