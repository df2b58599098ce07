import BlobStore
import Foundation
import Records

/// Computes a digest while the program exits, after the functions that libraries have registered for this moment, and
/// prints it.
///
/// Usage: ManyRequests hash-at-exit
enum HashAtExit {
    static func run() {
        // The last function that is registered runs first, so this precedes the first use of libcrypto.
        atexit { print(HashAtExit.digest) }
        print(digest)
    }

    private static var digest: String {
        do {
            return try BlobDigest(hashing: Data("albumen".utf8)).hexadecimal
        } catch {
            return "\(error)"
        }
    }
}
