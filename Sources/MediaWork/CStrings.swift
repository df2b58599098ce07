import Foundation

/// Lists of texts in the form that C functions take: they end with a null pointer.
enum CStrings {
    /// Calls a closure with a list, which is valid during the call.
    static func withList<Answer>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
    ) -> Answer {
        var list = texts.map { strdup($0) }
        defer { for text in list { free(text) } }
        list.append(nil)
        return body(list)
    }
}
