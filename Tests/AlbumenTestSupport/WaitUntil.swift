import Foundation
package import Testing

/// Blocks until a condition holds. Checks it every few milliseconds.
///
/// Prefer a `Gate` if the awaited code can open one.
///
/// - Throws: An error of the condition, or a failed requirement if the condition doesn't hold in `TestPatience`.
@_disfavoredOverload  // Otherwise, an asynchronous function would call it, too.
package func waitUntil(
    _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) throws {
    let end = TestPatience.endDate
    while try !condition() {
        try #require(Date() < end, comment(), sourceLocation: sourceLocation)
        usleep(2_000)
    }
}

/// Waits until a condition holds, without blocking a thread. Checks it every few milliseconds.
///
/// Prefer a `Gate` if the awaited code can open one.
///
/// - Throws: An error of the condition, or a failed requirement if the condition doesn't hold in `TestPatience`.
package func waitUntil(
    _ comment: @autoclosure () -> Comment? = nil, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = TestPatience.endDate
    while try await !condition() {
        try #require(Date() < end, comment(), sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
