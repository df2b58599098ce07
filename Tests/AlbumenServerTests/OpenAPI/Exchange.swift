import Foundation
import HTTPTypes

/// A request and its answer, as `check_openapi.py` reads them.
struct Exchange {
    let method: HTTPRequest.Method
    /// With the query.
    let path: String
    /// In JSON, where the request had one.
    var body: String?
    let answer: Answer

    /// For JSON.
    func object() throws -> [String: Any] {
        let contentType = answer.headers[.contentType]
        var object: [String: Any] = [
            "method": method.rawValue, "path": path, "status": answer.status, "byteCount": answer.body.count,
        ]
        object["contentType"] = contentType
        if let body { object["requestBody"] = try? JSONSerialization.jsonObject(with: Data(body.utf8)) }
        if contentType?.hasPrefix("application/json") == true {
            object["body"] = try JSONSerialization.jsonObject(with: answer.body)
        }
        return object
    }
}
