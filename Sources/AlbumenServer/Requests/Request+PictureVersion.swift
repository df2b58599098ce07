import Hummingbird
import Records

extension Request {
    /// Returns the version of the picture in the query: `current`, `unadjusted` for the picture without edits, or
    /// `original` or `compressed` for one of a RAW and its JPEG, whichever is the original.
    ///
    /// - Throws: `Refusal` (400) for any other version.
    func pictureVersion() throws -> AssetVersion {
        switch uri.queryParameters.get("version") {
        case nil, "current": .current
        case "unadjusted": .unadjusted
        case "original": .original
        case "compressed": .compressed
        default: throw Refusal.badRequest("version is current, unadjusted, original or compressed.")
        }
    }

    /// Whether the query asks for the video that a recipe applies to, instead of the current one.
    ///
    /// - Throws: `Refusal` (400) for any other version.
    var isOfBase: Bool {
        get throws {
            switch uri.queryParameters.get("version") {
            case nil, "current": false
            case "base": true
            default: throw Refusal.badRequest("version is current or base.")
            }
        }
    }
}
