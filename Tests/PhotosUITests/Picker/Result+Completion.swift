import Foundation

extension Result where Failure == any Error {
    /// The result of a load, from the arguments of its completion handler.
    init(_ value: Success?, _ error: (any Error)?) {
        if let value {
            self = .success(value)
        } else {
            self = .failure(error ?? CocoaError(.coderInvalidValue))
        }
    }
}
