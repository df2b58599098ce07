import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import AlbumenServer

/// The language of titles (RFC 9110, 12.5.4).
@Suite struct AcceptedLanguageTests {
    @Test(arguments: [
        "zh", "zh-CN", "zh-Hans", "zh-Hant", "zh-TW", "ZH-cn", "zh-CN,zh;q=0.9,en;q=0.8", "fr;q=1,zh;q=0.5",
        "fr, zh;q=0.5, en;q=0.4", "en;q=0.1,zh;q=0.2", "en;q=0,zh;q=0.1", "de, ja, zh-Hans-CN",
        " zh ; q = 0.7 , en ; q = 0.6",
        "*;q=0.1, zh",
    ])
    func `the language is Chinese if the browser prefers it to English`(header: String) {
        #expect(code(header) == "zh")
    }

    @Test(arguments: [
        nil, "", "en", "en-GB,zh;q=0.9", "en,zh", "fr", "fr,de;q=0.5", "*", "zh;q=0", "zh;q=0,en;q=0.1",
        "zh;q=0.1,en;q=0.2",
        ",,,", ";;;", "q=1", ";q=1", "\u{4E2D}\u{6587}", "x-zh", "-zh", "zh;q=-1",
    ])
    func `the language is English otherwise`(header: String?) {
        #expect(code(header) == "en")
    }

    private func code(_ header: String?) -> String {
        var headers = HTTPFields()
        if let header { headers[.acceptLanguage] = header }
        return AcceptedLanguage.code(
            of: Request(
                head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: headers),
                body: RequestBody(buffer: ByteBuffer())))
    }
}
