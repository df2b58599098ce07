import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Routes that suggest searches. They are the owner's alone, because the suggestions have words of all photos.
struct SearchRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/search/completions", use: completions)
        routes.get("/api/search/correction", use: correction)
    }

    @Sendable private func completions(
        _ request: Request, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let text = try request.searchedText()
        let languageCode = AcceptedLanguage.code(of: request)
        // The first request reads the library.
        let found = try await work.walk { try view.completions(of: text, languageCode: languageCode) }
        return try JSONAnswer.response(CompletionsDocument(found))
    }

    @Sendable private func correction(
        _ request: Request, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let text = try request.searchedText()
        return try JSONAnswer.response(
            CorrectionDocument(text: try await work.walk { try view.correction(of: text) }))
    }
}

extension Request {
    fileprivate func searchedText() throws -> String {
        let text = uri.queryParameters.get("text") ?? ""
        guard text.count <= TextSearch.lengthLimit else {
            throw Refusal.badRequest("text has at most \(TextSearch.lengthLimit) characters.")
        }
        return text
    }
}
