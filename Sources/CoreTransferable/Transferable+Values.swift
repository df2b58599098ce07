public import Foundation
import UniformTypeIdentifiers

extension Data: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .data) {
            $0
        } importing: {
            $0
        }
    }
}

extension String: Transferable {
    /// Text in UTF-8.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .utf8PlainText) {
            Data($0.utf8)
        } importing: {
            guard let text = String(data: $0, encoding: .utf8) else {
                throw NSError.item(.unavailableCoercionError, "The data isn't text in UTF-8.")
            }
            return text
        }
    }
}

extension URL: Transferable {
    /// An absolute URL in UTF-8.
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .url) {
            Data($0.absoluteString.utf8)
        } importing: {
            guard let text = String(data: $0, encoding: .utf8), let url = URL(string: text), url.scheme != nil else {
                throw NSError.item(.unavailableCoercionError, "The data isn't an absolute URL.")
            }
            return url
        }
    }
}
