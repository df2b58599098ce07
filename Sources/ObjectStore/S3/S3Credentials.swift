/// The keys of an S3 account. No text of it has the secret.
package struct S3Credentials: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package let accessKey: String
    let secretKey: String
    /// The token of temporary keys.
    let sessionToken: String?

    /// Returns `nil` if a value is empty, too long, or has characters that no key has.
    package init?(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        let values = [accessKey, secretKey] + (sessionToken.map { [$0] } ?? [])
        let isValid = values.allSatisfy { value in
            (1...4096).contains(value.utf8.count) && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        guard isValid, !accessKey.contains("/"), !accessKey.contains(",") else { return nil }
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    package var description: String { "the keys of \(accessKey)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}
