import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Another user of this machine listens at the server's port while no server runs. The owner's browser opens the
    /// bookmark, and the page of that user stays open.
    @Suite(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)")) struct SquatterTests {
        private struct Loot: Decodable {
            let texts: [String]
            let worker: [String]
            let reads: [String]
        }

        @Test func `another user's page at the bookmark gains no photo and no key from a later server`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let profile = try TemporaryFolder()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            let port = first.port
            try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(first.link)
                try await browser.wait(for: "document.querySelector('photo-grid')?.timeline?.count === 3")
                #expect(try first.stop().exitStatus == 0)

                // The squatter gets the lasting cookie, and its page and its service worker stay.
                let squatter = try Squatter(at: port)
                try await browser.open("http://albumen.localhost:\(port)/")
                try await browser.wait(
                    for: "navigator.serviceWorker.controller !== null && document.title === 'Squatter'")
                let stolen = try await onOwnThread { try squatter.cookies() }
                #expect(stolen.contains("__Host-albumen-"), "\(stolen)")
                try squatter.stop()

                let second = try GalleryProcess(serving: library.folder, port: port, isLasting: true)
                let run = try #require(second.link.firstMatch(of: /http:\/\/([a-z0-9]+)\./).map { String($0.1) })
                try await refuseReplay(of: stolen, port)

                // Requests, frames, windows, forms and the service worker of the page.
                let page = try await browser.window()
                let before = try await browser.windows()
                let loot: Loot = try await browser.evaluate("return attack()")
                for text in loot.texts + loot.worker + loot.reads {
                    #expect(!text.contains("key=") && !text.contains(run) && !text.contains("photo-"), "\(text)")
                }
                #expect(loot.worker.contains { $0.contains("opaqueredirect") }, "\(loot.worker)")
                #expect(loot.texts.contains { $0.contains("403") }, "\(loot.texts)")
                #expect(!loot.reads.isEmpty && loot.reads.allSatisfy { $0.hasPrefix("SecurityError") }, "\(loot.reads)")
                // The page could open the gallery, where the owner sees it, and no script of it reads.
                var opened = 0
                for window in try await browser.windows() where !before.contains(window) {
                    try await browser.use(window: window)
                    let host: String = try await browser.evaluate("return location.host")
                    let hasOpener: Bool = try await browser.evaluate("return window.opener !== null")
                    if host.hasPrefix(run) {
                        opened += 1
                        #expect(!hasOpener)
                    }
                    try await browser.closeWindow(returningTo: page)
                }
                #expect(opened > 0)

                // A link opens the run's name, which no worker of the squatter has seen, and removes that worker.
                try await browser.openWindow()
                try await browser.open(second.link)
                try await browser.wait(for: "document.querySelector('photo-grid')?.timeline?.count === 3")
                try await browser.open("http://albumen.localhost:\(port)/")
                try await browser.wait(
                    for: "location.host.startsWith(arguments[0]) && document.querySelector('photo-grid') !== null", run)
                try await browser.use(window: page)
                let workers: Int = try await browser.evaluate(
                    "return (await navigator.serviceWorker.getRegistrations()).length")
                #expect(workers == 0)
                let ending = try second.stop()
                #expect(ending.exitStatus == 0 && ending.error == "", "\(ending.error)")
            }
        }

        /// Sends the cookie from a process of the other user.
        private func refuseReplay(of cookies: String, _ port: Int) async throws {
            let script = """
                import http.client, sys
                for path in ("/", "/access", "/here"):
                    connection = http.client.HTTPConnection("127.0.0.1", \(port))
                    connection.request("GET", path, headers={"Host": "albumen.localhost:\(port)",
                        "Cookie": sys.stdin.read() if path == "/" else "", "Sec-Fetch-Mode": "navigate",
                        "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none"})
                    answer = connection.getresponse()
                    print(answer.status, answer.headers.get("Location"), answer.headers.get("Set-Cookie"))
                """
            let outcome = try await onOwnThread {
                try ForeignUser.start(python: script, input: Data(cookies.utf8)).wait()
            }
            let refusals = Array(repeating: "403 None None", count: 3)
            #expect(outcome.outputLines == refusals, "\(outcome.output)\(outcome.error)")
        }
    }
}

/// A server of another user at the port of the gallery. It serves a page with a service worker.
private final class Squatter: Sendable {
    private let program: ProgramRun

    /// The page's script. `attack` tries to get at the server that has started meanwhile.
    private static let page = """
        <!DOCTYPE html><html><head><title>Squatter</title><link rel="icon" href="data:,">
        <meta http-equiv="Content-Security-Policy" content="form-action 'self'"></head><body><script>
        const worker = [], texts = [], reads = [], report = (text) => texts.push(String(text));
        navigator.serviceWorker.register("/worker.js");
        navigator.serviceWorker.addEventListener("message", ({ data }) => worker.push(data));
        addEventListener("securitypolicyviolation", ({ blockedURI }) => report("violation " + blockedURI));
        const until = async (isMet) => {
          for (let turn = 0; turn < 3000 && !isMet(); turn += 1) await new Promise((next) => setTimeout(next, 20));
        };
        const loaded = (frame) => new Promise((next) => { frame.onload = next; document.body.append(frame); });
        async function attack() {
          const ask = async (path, options) => {
            try {
              const answer = await fetch(path, { credentials: "include", ...options });
              const headers = JSON.stringify([...answer.headers]);
              report(`${path} ${answer.type} ${answer.status} ${answer.url} ${headers} ${await answer.text()}`);
            } catch (error) { report(`${path} ${error}`); }
          };
          const paths = ["/", "/access", "/here", "/picker?number=aaaaaaaaaaaaaaaaaaaaaa", "/api/collections", "/open"];
          for (const path of paths) {
            for (const redirect of ["manual", "follow"]) await ask(path, { redirect, cache: "no-store" });
            await ask(path, { method: "HEAD", cache: "reload" });
          }
          await ask("/stay", { method: "POST", body: "x" });
          for (const name of ["iframe", "embed", "object"]) {
            const frame = document.createElement(name);
            frame[name === "object" ? "data" : "src"] = "/";
            await loaded(frame);
            try { report(name + " " + (frame.contentDocument?.documentElement.outerHTML ?? "none")); }
            catch (error) { report(`${name} ${error}`); }
          }
          const first = open("/", "first");
          await until(() => worker.some((text) => text.includes("navigate document")));
          const form = document.createElement("form");
          form.action = "/"; form.target = "second"; document.body.append(form); form.submit();
          // The opened window has gone on, or is cut off from this one.
          const isCutOff = () => {
            try { return first.closed || first.location.href === undefined; } catch { return true; }
          };
          await until(isCutOff);
          for (const look of [() => first.location.href, () => first.document.body.innerHTML]) {
            try { const seen = look(); reads.push(first.closed ? "SecurityError: closed" : "read " + seen); }
            catch (error) { reads.push(`${error.name}: ${error.message}`); }
          }
          await new Promise((next) => setTimeout(next, 1000));
          report(performance.getEntries().map(({ name }) => name).join(" "));
          report(JSON.stringify(await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => url)))));
          report(document.cookie);
          return { texts, worker, reads };
        }
        </script></body></html>
        """

    private static let worker = """
        self.addEventListener("install", () => self.skipWaiting());
        self.addEventListener("activate", (event) => event.waitUntil((async () => {
          await self.registration.navigationPreload?.enable();
          await self.clients.claim();
        })()));
        self.addEventListener("fetch", (event) => {
          const { request } = event;
          event.respondWith((async () => {
            const tell = async (text) => {
              const clients = await self.clients.matchAll({ includeUncontrolled: true });
              for (const client of clients) client.postMessage(text);
            };
            const told = async (name, answer) => {
              if (answer === undefined) return;
              await tell(`${name} ${request.mode} ${request.destination} ${answer.type} ${answer.status} ${answer.url} `
                + JSON.stringify([...answer.headers]) + " " + (await answer.clone().text().catch(String)));
            };
            const preload = await Promise.resolve(event.preloadResponse).catch(() => undefined);
            await told("preload", preload);
            const answer = await fetch(request);
            await told("passed", answer);
            return answer;
          })());
        });
        """

    private static let script = """
        import http.server, json, sys

        files = json.load(sys.stdin)

        class Squatter(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                is_worker = self.path == "/worker.js"
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
                self.send_header("Cache-Control", "no-store")
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(files["worker" if is_worker else "page"].encode())
                print("cookies", self.headers.get("Cookie", ""), flush=True)

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", files["port"]), Squatter)
        print("ready", flush=True)
        server.serve_forever()
        """

    init(at port: Int) throws {
        let files: [String: Any] = ["page": Self.page, "worker": Self.worker, "port": port]
        program = try ForeignUser.start(
            python: Self.script, input: try JSONSerialization.data(withJSONObject: files))
        try #require(program.waitForOutput { $0.contains("ready") })
    }

    /// Waits for the browser and returns its cookies. Blocks.
    func cookies() throws -> String {
        var cookies: String?
        _ = program.waitForOutput { output in
            cookies = output.firstMatch(of: /cookies (.+)\n/).map { String($0.1) }
            return cookies != nil
        }
        return try #require(cookies)
    }

    func stop() throws {
        program.kill(SIGTERM)
        _ = try program.wait()
    }
}
