import AlbumenCombine
import Foundation
import Testing

@Suite struct FoundationPublisherTests {
    @Test func `a notification center publishes`() {
        let center = NotificationCenter()
        let name = Notification.Name("changed")
        var counts: [Int] = []
        let subscription = center.publisher(for: name).compactMap { $0.userInfo?["count"] as? Int }
            .sink { counts.append($0) }
        center.post(name: name, object: nil, userInfo: ["count": 4])
        center.post(name: Notification.Name("other"), object: nil, userInfo: ["count": 5])
        subscription.cancel()
        center.post(name: name, object: nil, userInfo: ["count": 6])
        #expect(counts == [4])
    }

    @Test func `a data task publishes the response's bytes`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [NumbersProtocol.self]
        let publisher = try URLSession(configuration: configuration)
            .dataTaskPublisher(for: #require(URL(string: "numbers://all")))
            .map(\.data).decode(type: [Int].self, decoder: JSONDecoder())
        var numbers: [[Int]] = []
        for try await value in publisher.values { numbers.append(value) }
        #expect(numbers == [[1, 2]])
    }

    @Test func `a queue is a scheduler`() async {
        var values: [Int] = []
        let publisher = [1, 2, 2, 3].publisher.receive(on: DispatchQueue(label: "test")).removeDuplicates()
        for await value in publisher.values { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func `a future publishes its result`() async throws {
        let future = Future<Int, any Error> { promise in promise(.success(7)) }
        #expect(try await future.value == 7)
    }
}

/// A server without a network, which sends the same numbers for each request.
private final class NumbersProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "numbers" }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        let response = URLResponse(
            url: url, mimeType: "application/json", expectedContentLength: 6, textEncodingName: nil)
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("[1, 2]".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
