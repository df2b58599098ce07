package import BlobStore
import Foundation
import Glibc
import SystemCalls
import SystemPackage

/// Reads the keys of a place from the environment, a profile or a file.
package struct CredentialReading: Sendable {
    private static let fileLimit = 256 << 10

    private let environment: [String: String]

    /// - Parameter environment: The variables, for tests.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Reads the keys.
    ///
    /// - Throws: `withoutCredentials`. The message names the variable or the file, and never a value.
    package func read(_ source: CredentialSource) throws -> S3Credentials {
        switch source {
        case .environment: try fromEnvironment()
        case .profile(let name, let file): try fromProfile(name, file)
        case .file(let path): try fromFile(path)
        }
    }

    private func fromEnvironment() throws -> S3Credentials {
        let variables = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
        for name in variables where environment[name]?.isEmpty != false {
            throw RemoteBlobError(
                .withoutCredentials,
                "The variable \(name) isn't set in this process. Set \(variables.joined(separator: " and ")), or connect "
                    + "the library with a profile or a file.")
        }
        return try Self.credentials(
            environment[variables[0]], environment[variables[1]], environment["AWS_SESSION_TOKEN"],
            from: "the variables of this process")
    }

    private func fromProfile(_ name: String, _ file: String?) throws -> S3Credentials {
        let path =
            file ?? environment["AWS_SHARED_CREDENTIALS_FILE"]
            ?? (environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.aws/credentials"
        let sections = try Self.sections(of: path, requiresPrivacy: false)
        guard let values = sections[name] else {
            throw RemoteBlobError(
                .withoutCredentials, "\(path) has no profile \(name). Add it, or connect with another profile.")
        }
        return try Self.credentials(values, from: "the profile \(name) in \(path)")
    }

    private func fromFile(_ path: String) throws -> S3Credentials {
        let sections = try Self.sections(of: path, requiresPrivacy: true)
        guard let values = sections[""] ?? sections["default"] else {
            throw RemoteBlobError(
                .withoutCredentials,
                "\(path) has no keys. Write aws_access_key_id = … and aws_secret_access_key = … into it.")
        }
        return try Self.credentials(values, from: path)
    }

    private static func credentials(_ values: [String: String], from place: String) throws -> S3Credentials {
        try credentials(
            values["aws_access_key_id"], values["aws_secret_access_key"], values["aws_session_token"], from: place)
    }

    private static func credentials(
        _ access: String?, _ secret: String?, _ token: String?, from place: String
    ) throws -> S3Credentials {
        let token = token?.isEmpty == true ? nil : token
        guard let access, let secret,
            let credentials = S3Credentials(accessKey: access, secretKey: secret, sessionToken: token)
        else {
            throw RemoteBlobError(
                .withoutCredentials,
                "The keys in \(place) are incomplete or not valid. Write both the access key and the secret key.")
        }
        return credentials
    }

    // MARK: Files

    /// Reads a file in the format of `~/.aws/credentials`. Values before the first section have the section `""`.
    private static func sections(of path: String, requiresPrivacy: Bool) throws -> [String: [String: String]] {
        let text = try text(of: path, requiresPrivacy: requiresPrivacy)
        var sections: [String: [String: String]] = [:]
        var section = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
                sections[section] = sections[section] ?? [:]
            } else if let equals = line.firstIndex(of: "=") {
                let name = line[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
                sections[section, default: [:]][name] =
                    line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return sections
    }

    private static func text(of path: String, requiresPrivacy: Bool) throws -> String {
        func failure(_ reason: String) -> RemoteBlobError {
            RemoteBlobError(.withoutCredentials, "The keys in \(path) can't be read: \(reason)")
        }
        let descriptor: Int32
        do {
            descriptor = try SystemCall.checked("open", path) {
                // A pipe would block.
                open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            }
        } catch {
            throw failure("\(error.errno). Check the path and its permissions.")
        }
        let file = OpenFile(takingOver: descriptor)
        do {
            return try file.withDescriptor { descriptor in
                let file = FileDescriptor(rawValue: descriptor)
                let status = try file.status()
                guard status.isRegularFile, status.size <= fileLimit else {
                    throw failure("it isn't a file of at most \(fileLimit) bytes.")
                }
                guard !requiresPrivacy || status.modeBits & 0o077 == 0 else {
                    throw failure("other users may read it. Run: chmod 600 '\(path)'")
                }
                var bytes = [UInt8](repeating: 0, count: fileLimit)
                let count = try bytes.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
                guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
                    throw failure("it isn't a text in UTF-8.")
                }
                return text
            }
        } catch let error as Errno {
            throw failure("\(error).")
        }
    }
}
