package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ProgramFiles

/// The API's OpenAPI description, which is a file of the installation.
package struct APIDescription: Sendable {
    package let json: Data

    /// - Throws: `ServerError` if the file is missing.
    package init() throws {
        guard let url = ResourceLocation.find("openapi.json") else {
            throw ServerError(
                .missingFiles,
                "openapi.json is missing. It was searched \(ResourceLocation.searchedPlaces). Install Albumen again, "
                    + "or run it from its build's folder.")
        }
        json = try Data(contentsOf: url)
    }

    var response: Response {
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}
