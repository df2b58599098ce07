/// The source of a place's keys. It has no secret.
package enum CredentialSource: Hashable, Sendable, Codable {
    /// The variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` of each process.
    case environment
    /// A profile in a file with the format of `~/.aws/credentials`. `nil` for the usual file.
    case profile(String, file: String?)
    /// A file with `aws_access_key_id = …` and `aws_secret_access_key = …`, which only its owner may read.
    case file(String)

    private enum CodingKeys: String, CodingKey {
        case source, profile, file
    }

    private enum Source: String, Codable {
        case environment, profile, file
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Source.self, forKey: .source) {
        case .environment: self = .environment
        case .profile:
            self = .profile(
                try container.decode(String.self, forKey: .profile),
                file: try container.decodeIfPresent(String.self, forKey: .file))
        case .file: self = .file(try container.decode(String.self, forKey: .file))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .environment: try container.encode(Source.environment, forKey: .source)
        case .profile(let name, let file):
            try container.encode(Source.profile, forKey: .source)
            try container.encode(name, forKey: .profile)
            try container.encodeIfPresent(file, forKey: .file)
        case .file(let path):
            try container.encode(Source.file, forKey: .source)
            try container.encode(path, forKey: .file)
        }
    }
}
