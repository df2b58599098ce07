import Testing

/// The values of a handler's calls. A test awaits them without blocking a thread of Swift's pool, which loads need.
struct HandlerCalls<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func add(_ value: Value) {
        continuation.yield(value)
    }

    /// Waits for the first call that no other call of this method returned.
    func next() async throws -> Value {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    /// Ends the calls, and returns the number of the calls that no call of `next()` returned.
    func remainingCount() async -> Int {
        continuation.finish()
        return await stream.reduce(into: 0) { count, _ in count += 1 }
    }
}
