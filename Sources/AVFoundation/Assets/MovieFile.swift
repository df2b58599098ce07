import Foundation

/// The permission to read a movie file, which its owner can withdraw. It's read again for each use of the file.
package final class MoviePermit: Sendable {
    private let read: @Sendable () throws -> Void
    private let watch: @Sendable (@escaping @Sendable () -> Void) -> (any AnyObject & Sendable)?

    /// - Parameters:
    ///   - read: Throws an error if the file may no longer be read.
    ///   - watch: Calls its closure when the permission may have changed, until the returned object is released.
    package init(
        _ read: @escaping @Sendable () throws -> Void,
        watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? = { _ in nil }
    ) {
        self.read = read
        self.watch = watch
    }

    /// - Throws: ``AVError/contentIsNotAuthorized`` if the file may no longer be read.
    func check() throws(AVError) {
        do {
            try read()
        } catch {
            throw AVError(notAuthorized: error as NSError)
        }
    }

    /// Calls a closure when the permission may have changed, until the returned object is released.
    func observe(_ changed: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? {
        watch(changed)
    }
}

/// A movie file, and the permission to read it.
struct MovieFile: Sendable, Equatable {
    var url: URL
    /// `nil` for a file of the app.
    var permit: MoviePermit?
    /// How to get bytes that aren't on this machine. `nil` for a complete file.
    var remote: RemoteMovie?

    static func == (left: MovieFile, right: MovieFile) -> Bool {
        left.url == right.url && left.permit === right.permit
    }
}

extension AVError {
    /// - Parameter reason: The error of the permission, which becomes the underlying error.
    fileprivate init(notAuthorized reason: NSError) {
        self.init(
            _nsError: NSError(
                domain: AVFoundationErrorDomain, code: AVError.contentIsNotAuthorized.rawValue,
                userInfo: [
                    NSLocalizedDescriptionKey: reason.localizedDescription, NSUnderlyingErrorKey: reason,
                ]))
    }
}
