import Albumen
import BlobStore
import Foundation
import Hummingbird
import Records

/// A site's request to be connected, as it's in the address of the page that asks the owner.
struct SiteRequest: Equatable, Sendable {
    /// The origin that the device's browser has reported.
    let origin: String
    /// The hash of the site's secret.
    let secret: BlobDigest
    /// Whether the site asks for photos next, in the same window.
    let continues: Bool
    /// When the request expires, in seconds since 1970.
    let end: Int64
}

extension SiteRequest {
    /// The request in the address of the page, or `nil` if the address has none.
    init?(of request: Request) {
        let fields = request.uri.queryParameters
        guard let origin = fields.get("origin"), let secret = fields.get("secret"),
            let digest = BlobDigest(hexadecimal: secret), let end = fields.get("end", as: Int64.self)
        else { return nil }
        self.init(origin: origin, secret: digest, continues: fields.get("continues") == "true", end: end)
    }
}

/// Seals requests of sites, so that the server keeps none of them before the owner has answered.
///
/// The seal proves that the server itself has read the origin from a request of a browser's window. It's valid for ten
/// minutes, and for this run of the server.
struct SiteRequestSeal: Sendable {
    static let lifetime: TimeInterval = 600

    private let key: Data
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) throws {
        key = Data(try SecretToken().text.utf8)
        self.now = now
    }

    /// Returns the query of the page's address. It needs no escaping but that of HTML.
    func query(origin: String, secret: BlobDigest, continues: Bool) throws -> String {
        let request = SiteRequest(
            origin: origin, secret: secret, continues: continues,
            end: Int64(now().addingTimeInterval(Self.lifetime).timeIntervalSince1970))
        let name = origin.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "origin=\(name)&secret=\(secret.hexadecimal)&continues=\(continues)&end=\(request.end)"
            + "&seal=\(try BlobDigest(bytes: code(of: request))?.hexadecimal ?? "")"
    }

    /// Returns whether this server has sealed a request, and it hasn't expired.
    func accepts(_ request: SiteRequest, seal: String) throws -> Bool {
        guard let bytes = BlobDigest(hexadecimal: seal)?.bytes, HMACSHA256.areEqual(Data(bytes), try code(of: request))
        else { return false }
        return now().timeIntervalSince1970 < TimeInterval(request.end)
    }

    private func code(of request: SiteRequest) throws -> Data {
        // Origins contain no spaces.
        let text = "\(request.end) \(request.continues) \(request.secret.hexadecimal) \(request.origin)"
        return try HMACSHA256.code(of: text.utf8, key: key)
    }
}
