import AlbumenTestSupport
import Foundation
import Photos
import Synchronization
import UIKit

/// One call of a result handler.
struct HandlerCall: Sendable {
    enum Place: Sendable {
        case caller, queue, elsewhere
    }

    var size: CGSize?
    var place: Place
    /// Whether the call came before the request method returned.
    var isEarly: Bool
    var isDegraded: Bool?
    var isCancelled: Bool
    var isInCloud: Bool
    var errorCode: Int?
    var errorDomain: String?
    var number: PHImageRequestID?

    var isLast: Bool { isDegraded != true || errorCode != nil }
}

/// The calls of one request's handler.
final class HandlerCalls: Sendable {
    private struct State {
        var calls: [HandlerCall] = []
        var hasReturned = false
    }

    private let state = Mutex(State())
    private let caller = pthread_self()
    private let last = Gate()
    private let expectsOne: Bool

    /// - Parameter expectsOne: Whether the first call is the last one, even with a degraded image.
    init(expectsOne: Bool = false) {
        self.expectsOne = expectsOne
    }

    func record(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
        record(size: image?.size, info)
    }

    func record(size: CGSize?, _ info: [AnyHashable: Any]?) {
        let isOnQueue = DispatchQueue.getSpecific(key: ImageRequestFixture.isCallbackQueue) == true
        let isOnCaller = pthread_equal(pthread_self(), caller) != 0
        let error = info?[PHImageErrorKey] as? NSError
        let call = state.withLock { state in
            let call = HandlerCall(
                size: size, place: isOnQueue ? .queue : isOnCaller ? .caller : .elsewhere,
                isEarly: !state.hasReturned, isDegraded: info?[PHImageResultIsDegradedKey] as? Bool,
                isCancelled: info?[PHImageCancelledKey] as? Bool ?? false,
                isInCloud: info?[PHImageResultIsInCloudKey] as? Bool ?? false, errorCode: error?.code,
                errorDomain: error?.domain, number: info?[PHImageResultRequestIDKey] as? PHImageRequestID)
            state.calls.append(call)
            return call
        }
        if call.isLast || expectsOne { last.open() }
    }

    func requestReturned(_ number: PHImageRequestID) {
        state.withLock { $0.hasReturned = true }
    }

    /// Returns `false` if that takes so long that the test has failed.
    func waitForLast() -> Bool { last.wait() }

    var all: [HandlerCall] { state.withLock { $0.calls } }
}
