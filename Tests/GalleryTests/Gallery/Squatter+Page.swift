extension Squatter {
    /// The page. Its function `attack` tries to get at the server that has started meanwhile. Each of its waits ends
    /// after two minutes with an error that names the step.
    static let page = """
        <!DOCTYPE html><html><head><title>Squatter</title><link rel="icon" href="data:,">
        <meta http-equiv="Content-Security-Policy" content="form-action 'self'"></head><body><script>
        const patience = 120000;
        const worker = [], texts = [], reads = [], report = (text) => texts.push(String(text));
        navigator.serviceWorker.register("/worker.js");
        navigator.serviceWorker.addEventListener("message", ({ data }) => worker.push(data));
        addEventListener("securitypolicyviolation", ({ blockedURI }) => report("violation " + blockedURI));

        const until = async (step, isMet) => {
          const end = performance.now() + patience;
          while (!isMet()) {
            if (performance.now() > end) {
              throw new Error(`waited in vain for ${step}: ${[...texts, ...worker].join("\\n")}`);
            }
            await new Promise((next) => setTimeout(next, 20));
          }
        };

        const ask = async (path, options) => {
          try {
            const signal = AbortSignal.timeout(patience);
            const answer = await fetch(path, { credentials: "include", signal, ...options });
            const headers = JSON.stringify([...answer.headers]);
            report(`${path} ${answer.type} ${answer.status} ${answer.url} ${headers} ${await answer.text()}`);
          } catch (error) {
            if (error.name === "TimeoutError") throw new Error(`${path} ${JSON.stringify(options)}: no answer`);
            report(`${path} ${error}`);
          }
        };

        // A refused object has the event "error".
        const show = async (name) => {
          const frame = document.createElement(name);
          let isLoaded = false;
          for (const type of ["load", "error"]) frame.addEventListener(type, () => { isLoaded = true; });
          frame[name === "object" ? "data" : "src"] = "/";
          document.body.append(frame);
          await until("the " + name, () => isLoaded);
          try { report(name + " " + (frame.contentDocument?.documentElement.outerHTML ?? "none")); }
          catch (error) { report(`${name} ${error}`); }
        };

        async function attack() {
          const paths = ["/", "/access", "/here", "/picker?number=aaaaaaaaaaaaaaaaaaaaaa", "/api/collections", "/open"];
          for (const path of paths) {
            for (const redirect of ["manual", "follow"]) await ask(path, { redirect, cache: "no-store" });
            await ask(path, { method: "HEAD", cache: "reload" });
          }
          await ask("/stay", { method: "POST", body: "x" });
          for (const name of ["iframe", "embed", "object"]) await show(name);

          const first = open("/", "first");
          await until("the worker's answer for the window", () =>
            worker.some((text) => text.startsWith("passed navigate document")));
          // The opened window is cut off from this one.
          await until("the end of the access to the window", () => {
            try { return first.closed || first.location.href === undefined; } catch { return true; }
          });
          for (const look of [() => first.location.href, () => first.document.body.innerHTML]) {
            try { const seen = look(); reads.push(first.closed ? "SecurityError: closed" : "read " + seen); }
            catch (error) { reads.push(`${error.name}: ${error.message}`); }
          }

          // The page's own policy allows a form no other address than the entrance's, and reports the others.
          const second = open("", "second");
          const form = document.createElement("form");
          form.action = "/"; form.target = "second";
          document.body.append(form);
          form.submit();
          await until("the form's violation", () => texts.some((text) => text.startsWith("violation")));
          try { report("second " + second.location.href); }
          catch (error) { report(`second ${error}`); }
          second.close();

          report(performance.getEntries().map(({ name }) => name).join(" "));
          report(JSON.stringify(await Promise.all((await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => url)))));
          report(document.cookie);
          return { texts, worker, reads };
        }
        </script></body></html>
        """

    /// The service worker. It reports each answer that it gets, and passes it on. It also preloads navigations, and
    /// repeats those of windows as requests whose answers it could read.
    static let worker = """
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
            if (request.mode === "navigate") {
              for (const redirect of ["follow", "manual"]) {
                try { await told("repeated", await fetch(new Request(request, { redirect, mode: "same-origin" }))); }
                catch (error) { await tell(`repeated ${error}`); }
              }
            }
            const answer = await fetch(request);
            await told("passed", answer);
            return preload ?? answer;
          })());
        });
        """
}
