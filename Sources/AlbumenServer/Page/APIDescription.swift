package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The API's OpenAPI description, which is a file beside the program.
package struct APIDescription: Sendable {
    package let json: Data

    /// - Throws: `ServerError` if the file is missing.
    package init() throws {
        guard let url = Bundle.module.url(forResource: "openapi", withExtension: "json") else {
            throw ServerError(
                .missingFiles, "openapi.json is missing: albumen_AlbumenServer.resources belongs beside the program.")
        }
        json = try Data(contentsOf: url)
    }

    var response: Response {
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}
