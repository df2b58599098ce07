import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Records

/// The pages beside the library's own: they sign a browser in, tell it to, or say that an address is unknown. Each
/// consists of a single file, because the server returns no other files without the cookie.
struct VisitorPage: Sendable {
    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;\
        background:Canvas;color:CanvasText}\
        main{padding:32px;max-width:32em}h1{font-size:22px;font-weight:600;margin:0 0 8px}p{margin:0 0 8px}\
        p.text{opacity:.75}code{font-size:.9em}\
        input{width:100%;margin:8px 0 0;font:inherit}\
        a.button{display:inline-block;margin:16px 0 0;padding:8px 24px;border-radius:20px;background:ButtonFace;\
        color:ButtonText;border:1px solid ButtonBorder;text-decoration:none;font-weight:600}
        """

    /// Opens a pasted link, whose key has 43 characters. The entrance opens it under the run's name.
    ///
    /// At the numeric address, first continues to the entrance if the browser resolves its name. Otherwise, it stays.
    private static let pasting = """
        const link=document.querySelector("input"),{entrance}=document.querySelector("main").dataset;\
        if(entrance)fetch(entrance+"/here",{mode:"no-cors"}).then(()=>\
        location.replace(entrance+location.pathname+location.search+location.hash),()=>{});\
        link.addEventListener("input",()=>{if(!URL.canParse(link.value))return;\
        const {origin,hostname,port,pathname,searchParams}=new URL(link.value);const key=searchParams.get("key")??"";\
        const isRun=port===location.port&&/^[a-z0-9]+\\.albumen\\.localhost$/.test(hostname);\
        if((isRun||origin===location.origin)&&pathname==="/open"&&key.length>=43)\
        location.assign((isRun&&location.hostname==="albumen.localhost"?origin:"")+"/open?"+\
        new URLSearchParams({key,...link.dataset})+location.hash)});
        """

    /// Loads the page again when the browser has signed in, or when the request no longer waits. Asks again if the
    /// server doesn't answer.
    private static let script = """
        \(pasting)\
        const ask=async()=>{try{const answer=await fetch(location.href,{method:"HEAD",cache:"no-store"});\
        if(answer.ok||answer.status===401&&!answer.headers.has("Albumen-Asks"))return location.replace(location.href)}\
        catch{}setTimeout(ask,1000)};setTimeout(ask,1000)
        """

    /// Signs the browser in for long if the page has a secret for it, and continues. Without an answer, continues after
    /// three seconds: the session is open anyway.
    ///
    /// The page's policy, `same-origin`, makes the `Origin` of such a request `null` in Firefox, as the standard of
    /// fetch says. The entrance would refuse it.
    private static let continuing = """
        const {to,stay,entrance}=document.querySelector("main").dataset,leave=()=>location.replace(to+location.hash);\
        if(stay){setTimeout(leave,3000);fetch(entrance+"/stay",{method:"POST",mode:"no-cors",credentials:"include",\
        referrerPolicy:"origin",body:stay}).then(leave,leave)}else leave()
        """

    /// A secret with which a page signs its browser in for long, and where.
    struct Stay: Sendable {
        let entrance: String
        let secret: String
    }

    private let policy: String
    /// The policy of the page that opens a pasted link.
    private let pastingPolicy: String
    /// The policy of the page that also continues by itself.
    private let askingPolicy: String
    /// The policy of the page that continues under the run's name.
    private let continuingPolicy: String

    init() throws {
        let hash = try Self.hash(Self.style)
        policy =
            "default-src 'none'; img-src data:; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        pastingPolicy = "\(policy); script-src 'sha256-\(try Self.hash(Self.pasting))'"
        askingPolicy = "\(policy); script-src 'sha256-\(try Self.hash(Self.script))'"
        continuingPolicy = "\(policy); script-src 'sha256-\(try Self.hash(Self.continuing))'"
    }

    private static func hash(_ text: String) throws -> String {
        Data(try BlobDigest(hashing: Data(text.utf8)).bytes).base64EncodedString()
    }

    /// Redirects the browser to the library, or to the entrance of a session.
    ///
    /// - Parameter path: A path that needs no escaping.
    func entrance(to path: String = "/") -> Response {
        page(
            status: .ok, language: "en", head: "<meta http-equiv=\"refresh\" content=\"0;url=\(path)\">",
            body: "<p><a href=\"\(path)\">Albumen</a></p>")
    }

    /// Continues to the library, or to another page, under the run's name. Keeps the fragment of the page's address.
    ///
    /// - Parameters:
    ///   - path: A path that needs no escaping.
    ///   - stay: The secret with which the page signs its browser in for long, or `nil` if it does nothing of the kind.
    func entrance(to path: String, stay: Stay?) -> Response {
        let data = stay.map { " data-stay=\"\($0.secret)\" data-entrance=\"\($0.entrance)\"" } ?? ""
        return page(
            status: .ok, language: "en",
            head: "<noscript><meta http-equiv=\"refresh\" content=\"0;url=\(path)\"></noscript>",
            policy: continuingPolicy + (stay.map { "; connect-src \($0.entrance)" } ?? ""),
            data: " data-to=\"\(path)\"\(data)",
            body: "<p><a href=\"\(path)\">Albumen</a></p><script>\(Self.continuing)</script>")
    }

    /// Continues to the page of a session. Says nothing about the session.
    ///
    /// - Parameter number: A text with the form of a number.
    func pickEntrance(number: String, for request: Request) -> Response {
        let words = VisitorWords(for: request)
        let address = "/picker?number=\(number)"
        return page(
            status: .ok, language: words.language, head: "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">",
            body: """
                <h1>\(words.pickTitle)</h1><p class="text">\(words.pickText)</p>\
                <p><a class="button" href="\(address)">\(words.pickLink)</a></p>
                """)
    }

    /// Continues to the page that asks the owner whether a site may be connected. Says nothing about the site.
    ///
    /// - Parameter address: A path with a query that needs no escaping but that of HTML.
    func siteEntrance(to address: String, for request: Request) -> Response {
        let words = VisitorWords(for: request)
        let address = Self.escaped(address)
        return page(
            status: .ok, language: words.language, head: "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">",
            body: """
                <h1>\(words.siteTitle)</h1><p class="text">\(words.siteText)</p>\
                <p><a class="button" href="\(address)">\(words.pickLink)</a></p>
                """)
    }

    /// Explains how to get access.
    ///
    /// - Parameter entrance: The origin to continue to if the browser resolves its name, or `nil` for none.
    func signIn(for request: Request, entrance: String? = nil) -> Response {
        let words = VisitorWords(for: request)
        return page(
            status: .unauthorized, language: words.language,
            policy: pastingPolicy + (entrance.map { "; connect-src \($0)" } ?? ""), data: Self.data(entrance),
            body: """
                <h1>\(words.signInTitle)</h1>\(Self.field(words.signInLabel))\
                <p class="text">\(words.signInText)</p><script>\(Self.pasting)</script>
                """)
    }

    /// Explains to another device how to pair it.
    func unpaired(for request: Request) -> Response {
        let words = VisitorWords(for: request)
        return page(
            status: .unauthorized, language: words.language,
            body: "<h1>\(words.unpairedTitle)</h1><p class=\"text\">\(words.unpairedText)</p>")
    }

    /// Says who asks for photos, and explains how to get access. Continues by itself. Contains nothing of the library,
    /// and nothing that the app says about itself.
    ///
    /// - Parameters:
    ///   - number: The session's number.
    ///   - entrance: The origin to continue to if the browser resolves its name, or `nil` for none.
    func signIn(
        for request: Request, asking requester: PickRequester, number: String, entrance: String? = nil
    ) -> Response {
        let words = VisitorWords(for: request)
        var response = page(
            status: .unauthorized, language: words.language,
            policy: "\(askingPolicy); connect-src 'self'" + (entrance.map { " \($0)" } ?? ""),
            data: Self.data(entrance),
            body: """
                <h1>\(Self.escaped(words.title(of: requester)))</h1><p class="text">\(words.askingText)</p>\
                <p class="text">\(words.signInText)</p>\
                \(Self.field(words.linkLabel, pick: number))<script>\(Self.script)</script>
                """)
        response.headers[.albumenAsks] = "1"
        return response
    }

    private static func data(_ entrance: String?) -> String { entrance.map { " data-entrance=\"\($0)\"" } ?? "" }

    /// Returns a field for the link that signs in.
    ///
    /// - Parameter pick: The number of the session that the browser continues with, or `nil` for the library.
    private static func field(_ label: String, pick: String? = nil) -> String {
        let data = pick.map { " data-pick=\"\($0)\"" } ?? ""
        return """
            <p><label>\(label)<br><input type="url" autocomplete="off" spellcheck="false"\(data)></label></p>
            """
    }

    /// Returns a text as HTML, without characters that aren't visible.
    private static func escaped(_ text: String) -> String {
        let hidden: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where hidden.contains(scalar.properties.generalCategory):
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Says that an address is unknown. Repeats nothing of the address.
    func missing(for request: Request) -> Response {
        let words = VisitorWords(for: request)
        return page(
            status: .notFound, language: words.language,
            body: """
                <h1>\(words.missingTitle)</h1><p class="text">\(words.missingText)</p>\
                <p><a href="/">\(words.missingLink)</a></p>
                """)
    }

    private func page(
        status: HTTPResponse.Status, language: String, head: String = "", policy: String? = nil, data: String = "",
        body: String
    ) -> Response {
        let text = """
            <!DOCTYPE html>
            <html lang="\(language)"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <link rel="icon" href="data:,">\(head)\
            <title>Albumen</title><style>\(Self.style)</style></head><body><main\(data)>\(body)</main></body></html>
            """
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: policy ?? self.policy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension HTTPField.Name {
    /// Tells the page of a waiting session that it still waits.
    static let albumenAsks = HTTPField.Name("Albumen-Asks")!
}
