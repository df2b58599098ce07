import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The page in `Examples/web-picker`, which another port serves, and its adapter for Uppy.
    @Suite struct ExamplePageTests {
        private static let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/web-picker", directoryHint: .isDirectory)

        /// Serves the example with the script of a gallery's server.
        ///
        /// - Parameter script: The text of another `albumen-picker.js`. It can import the real one as `./real.js`.
        private static func serve(_ server: GalleryProcess, script: String? = nil) async throws -> ScriptedServer {
            let real = try await server.ask("/albumen-picker.js").body
            return try ScriptedServer { request in
                let path = request.path.split(separator: "?", omittingEmptySubsequences: false)[0]
                let name = path == "/" ? "index.html" : String(path.dropFirst())
                let body =
                    switch name {
                    case "real.js": real
                    case "albumen-picker.js": script.map { Data($0.utf8) } ?? real
                    default: try? Data(contentsOf: folder.appending(path: name))
                    }
                guard let body else { return ScriptedServer.Answer(404) }
                var answer = ScriptedServer.Answer(200, body)
                answer.fields["Content-Type"] =
                    name.hasSuffix("js") ? "text/javascript" : name.hasSuffix("css") ? "text/css" : "text/html"
                return answer
            }
        }

        private static func address(_ page: ScriptedServer, of server: String) -> String {
            "http://localhost:\(page.port)/?server=\(server)"
        }

        @Test func `the example shows what was chosen, and says that nothing was`() async throws {
            let photos = try SamplePhotos(count: 4)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let page = try await Self.serve(server)
                try await browser.open(Self.address(page, of: server.origin))
                let window = try await browser.window()
                for count in [2, 0] {
                    let before = try await browser.windows()
                    try await browser.find("button[type=submit]").click()
                    try await browser.useNewWindow(besides: before)
                    try await visit.waitForPicker()
                    try await visit.focusPicker()
                    for rank in 0..<count { try await visit.click(at: visit.middle(ofTile: rank)) }
                    if count > 0 { try await visit.waitForChosen("2 of 5 chosen") }
                    try await visit.closePicker(
                        by: count > 0 ? ".picker-add" : ".picker-cancel", returningTo: window)
                    let text = count > 0 ? "2 chosen." : "Nothing was chosen."
                    try await browser.wait(for: "document.querySelector('#status').textContent === arguments[0]", text)
                    try await browser.wait(
                        for: """
                            document.querySelectorAll("progress").length === 0
                              && [...document.images].every((image) => image.complete && image.naturalWidth > 0)
                              && document.images.length === arguments[0]
                            """, count)
                    try await visit.keepScreenshot("example-\(count)")
                }
                // The browser reports the page's missing icon.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `the example explains each error and offers files without a library`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let script = """
                    import { PickerError } from "./real.js";
                    export { PickedItem, PickerError } from "./real.js";
                    export const isAvailable = async () => false;
                    export const pickOrFile = async () => {
                      const { code, field } = window.failure;
                      if (code === "file") return [window.item];
                      throw new PickerError(code, "The problem.", field ?? null);
                    };
                    """
                let page = try await Self.serve(visit.server, script: script)
                try await browser.open(Self.address(page, of: visit.server.origin))
                let status = "document.querySelector('#status').textContent"
                try await browser.wait(for: "\(status).startsWith('No library answers.')")
                for (failure, text) in [
                    (#"{ code: "serverAbsent" }"#, "The problem. Then press Choose again."),
                    (#"{ code: "expired" }"#, "The problem. Press Choose to start again."),
                    (#"{ code: "tooMany" }"#, "The problem. Try again in half a minute."),
                    (#"{ code: "foreignHost" }"#, "The problem."),
                    (#"{ code: "badRequest", field: "limit" }"#, "The option limit is wrong: The problem."),
                ] {
                    try await browser.run("window.failure = \(failure)")
                    try await browser.find("button[type=submit]").click()
                    try await browser.wait(for: "\(status) === arguments[0]", text)
                    #expect(try await browser.evaluate("return !document.querySelector('button').disabled"))
                }
                // A file that no browser shows, and one that can't be read.
                for (item, text) in [
                    (
                        "{ name: 'IMG_1', file: async () => new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }), "
                            + "paired: () => null }",
                        "IMG_1.HEIC, image/heic, 1 bytes (this browser can’t show it)"
                    ),
                    (
                        """
                        { name: "IMG_2", paired: () => null, file: async () => {
                          const { PickerError } = await import("./real.js");
                          throw new PickerError("notFound", "The item is gone.");
                        } }
                        """, "IMG_2: The item is gone. It may have been hidden or deleted."
                    ),
                ] {
                    try await browser.run("window.failure = { code: 'file' }; window.item = \(item)")
                    try await browser.find("button[type=submit]").click()
                    try await browser.wait(
                        for: "document.querySelector('#items p')?.textContent === arguments[0]", text)
                    try await browser.wait(for: "!document.querySelector('#items :is(img, progress)')")
                }
                try await visit.keepScreenshot("example-errors")
                _ = try await browser.takeConsole()
            }
        }

        /// Uppy updates its plugins after each change of its state, and when its language changes.
        @Test func `the adapter adds files to Uppy, which updates it like its own plugins`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let script = """
                    export { PickedItem, PickerError } from "./real.js";
                    import { PickerError } from "./real.js";
                    export const isAvailable = async () => true;
                    export const pickOrFile = async (options) => {
                      window.asked = options;
                      if (window.failure) throw new PickerError("denied", "Not allowed.");
                      const item = (name, file) => ({ item: name, name, file });
                      return [
                        item("a", async () => new File(["a"], "a.jpg", { type: "image/jpeg" })),
                        item("b", async () => { throw new PickerError("notFound", "b is gone."); }),
                        item("c", async () => new File(["c"], "c.txt", { type: "text/plain" })),
                        item("d", async () => new File(["d"], "d.jpg", { type: "image/jpeg" })),
                      ];
                    };
                    """
                let page = try await Self.serve(visit.server, script: script)
                try await browser.open(Self.address(page, of: visit.server.origin))
                let report: String = try await browser.evaluate(
                    """
                    const { AlbumenSource } = await import("./uppy-albumen.js");
                    // What Uppy's core does with a plugin.
                    class Core {
                      opts = { restrictions: { maxNumberOfFiles: 5 } };
                      files = [];
                      notes = [];
                      use(Plugin, options) {
                        this.plugin = new Plugin(this, options);
                        if (!this.plugin.id || !this.plugin.type) throw new Error("A plugin has an id and a type.");
                        this.plugin.install();
                        this.setState();
                      }
                      setState() {
                        this.plugin.update({});
                        this.plugin.afterUpdate();
                      }
                      setOptions() {
                        this.plugin.setOptions();
                        this.setState();
                      }
                      getFiles() {
                        return this.files;
                      }
                      addFile(file) {
                        if (file.type !== "image/jpeg") {
                          this.info("Only JPEG.", "error");
                          throw Object.assign(new Error("Only JPEG."), { isRestriction: true });
                        }
                        this.files.push(file);
                        this.setState();
                      }
                      info(text) {
                        this.notes.push(text);
                        this.setState();
                      }
                    }
                    const core = new Core();
                    core.use(AlbumenSource, { picker: { application: "Shop" } });
                    core.setOptions();
                    await core.plugin.choose();
                    const first = { ...window.asked };
                    window.failure = true;
                    await core.plugin.choose();
                    core.plugin.uninstall();
                    return JSON.stringify([
                      first, core.files.map(({ name, source, meta }) => [name, source, meta.albumenItem]), core.notes,
                      window.asked.limit,
                    ]);
                    """)
                #expect(
                    report == """
                        [{"limit":5,"application":"Shop"},[["a.jpg","Albumen","a"],["d.jpg","Albumen","d"]],\
                        ["b is gone.","Only JPEG.","Not allowed."],3]
                        """)
                _ = try await browser.takeConsole()
            }
        }
    }
}
