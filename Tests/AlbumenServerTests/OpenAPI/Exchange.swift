import Foundation
import HTTPTypes

/// A request and its answer, as input of `check_openapi.py`.
struct Exchange {
    let method: HTTPRequest.Method
    /// The path with the query.
    let path: String
    /// The request's body in JSON, if it had one.
    var body: String?
    let answer: Answer

    /// Returns the exchange as a JSON object.
    func object() throws -> [String: Any] {
        let contentType = answer.headers[.contentType]
        var object: [String: Any] = [
            "method": method.rawValue, "path": path, "status": answer.status, "byteCount": answer.body.count,
        ]
        object["contentType"] = contentType
        if let body { object["requestBody"] = try? JSONSerialization.jsonObject(with: Data(body.utf8)) }
        if contentType?.contains("json") == true {
            object["body"] = try JSONSerialization.jsonObject(with: answer.body)
        }
        return object
    }
}
