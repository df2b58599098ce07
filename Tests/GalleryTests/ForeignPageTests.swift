import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// What a page of another origin can reach in the owner's browser.
    @Suite struct ForeignPageTests {
        private struct Loot: Decodable {
            let readable: String?
            let opaque: String?
            let picture: Int
            let script: Bool
        }

        /// Browsers send the cookies of longer paths first, and all ports share cookies.
        @Test func `cookies of another port do not lock the owner out`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, origin) = (visit.browser, visit.server.origin)
                try await browser.open(ChromeDriver.shared.page)
                let count: Int = try await browser.evaluate(
                    """
                    for (const path of ["/api", "/api/collections", "/api/assets", "/web", "/web/grid"]) {
                      for (let index = 0; index < 12; index += 1) {
                        const deeper = `${path}${"/".repeat(index % 2)}`;
                        document.cookie = `${arguments[0]}=${index}; path=${deeper}`;
                      }
                    }
                    for (let index = 0; index < 40; index += 1) {
                      document.cookie = `other-${index}=${"x".repeat(3000)}; path=/`;
                    }
                    return document.cookie.split(";").length;
                    """, "albumen-\(visit.server.port)")
                #expect(count == 40)
                try await browser.open(origin)
                try await visit.waitForGrid()
                try await visit.waitForPictures()
                let status: Int = try await browser.evaluate("return (await fetch('/api/collections')).status")
                #expect(status == 200)
                // The driver's page has no icon, which the console reports.
                let console = try await browser.takeConsole()
                #expect(!console.contains { $0.isComplaint && $0.message.contains(origin) }, "\(console)")
            }
        }

        @Test func `a page of another origin receives nothing`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, origin) = (visit.browser, visit.server.origin)
                try await visit.waitForPictures()
                let thumbnail: String = try await browser.evaluate(
                    "return document.querySelector('.photo-tile img').src")
                let cookie = try #require(try await browser.cookies().first)

                // The driver's own page is on another port, so it has another origin. But it's the same site, so
                // browsers also send it strict cookies.
                try await browser.open(ChromeDriver.shared.page)
                let loot: Loot = try await browser.evaluate(
                    """
                    const [origin, thumbnail] = arguments;
                    const told = async (request) => {
                      try {
                        const answer = await request;
                        return `${answer.type} ${answer.status} ${await answer.text()}`;
                      } catch (error) {
                        return null;
                      }
                    };
                    const load = (name, address) => new Promise((resolve) => {
                      const element = document.createElement(name);
                      element.onload = () => resolve(element);
                      element.onerror = () => resolve(null);
                      element.src = address;
                      document.body.append(element);
                    });
                    return {
                      readable: await told(fetch(`${origin}/api/collections`, { credentials: "include" })),
                      opaque: await told(
                        fetch(`${origin}/api/collections`, { credentials: "include", mode: "no-cors" }),
                      ),
                      picture: (await load("img", thumbnail))?.naturalWidth ?? 0,
                      script: (await load("script", `${origin}/web/app.js`)) !== null,
                    };
                    """, origin, thumbnail)
                #expect(loot.readable == nil)
                #expect(loot.opaque == nil || loot.opaque == "opaque 0 ")
                #expect(loot.picture == 0)
                #expect(!loot.script)
                let console = try await browser.takeConsole()
                for address in ["\(origin)/api/collections", thumbnail, "\(origin)/web/app.js"] {
                    #expect(console.contains { $0.message.contains(address) }, "\(console)")
                }

                // The same requests without a browser's restrictions: only the server refuses them.
                let owner = ["Cookie": "\(cookie.name)=\(cookie.value)"]
                #expect(try await visit.server.ask("/api/collections", headers: owner).status == 200)
                let image = ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"]
                let path = String(thumbnail.dropFirst(origin.count))
                #expect(try await visit.server.ask(path, headers: owner.merging(image) { $1 }).status == 403)
                for foreign in ["http://127.0.0.1:1", "http://localhost", "https://example.org", "null"] {
                    let answer = try await visit.server.ask(
                        "/api/collections", headers: owner.merging(["Origin": foreign]) { $1 })
                    #expect(answer.status == 403, "\(foreign)")
                    #expect(!answer.text.contains("collections"), "\(foreign)")
                }
            }
        }
    }
}
