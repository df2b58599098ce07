import Hummingbird

/// The entrance of a session's page, and the page itself.
///
/// A browser doesn't send the owner's `SameSite=Strict` cookie if another site opens an address. The entrance shows
/// nothing and continues to the page by itself, so that the browser sends the cookie. It's the same for all numbers.
struct PickEntrance: Sendable {
    /// The path of the page on which the owner chooses.
    static let picker = "/picker"

    let files: PageFiles
    let page: VisitorPage
    let picks: PickSessions

    func add(to routes: AppRoutes) {
        routes.getForEverybody(RouterPath("\(AppRoutes.entrance):number")) { request, context in
            guard let number = context.parameters.get("number"), PickNumber.isValid(number) else {
                throw Refusal.notFound("There is no such page.")
            }
            return page.pickEntrance(number: number, for: request)
        }
        routes.getForEverybody(RouterPath(AppRoutes.script)) { request, _ in
            guard var response = files.response(for: PageFiles.pickerScriptName, to: request) else {
                throw Refusal.notFound("There is no such file.")
            }
            // Pages of all origins load the script, or ask whether it's there.
            response.headers[.crossOriginResourcePolicy] = "cross-origin"
            return response
        }
    }

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.picker)) { [picks] request, _, _ in
            if let number = request.uri.queryParameters.get("number") { try picks.noteArrival(at: number) }
            guard let response = files.response(for: PageFiles.pickerName, to: request) else {
                throw Refusal.notFound("There is no such page.")
            }
            return response
        }
    }
}

/// The numbers of sessions in addresses.
enum PickNumber {
    static let length = 22

    /// Whether a text has the form of a number, so that it can be a part of a page.
    static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
    }
}
