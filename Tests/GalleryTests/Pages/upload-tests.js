// Tests of adding files. The gallery's tests run them in the page.
import { ServerError } from "/web/server/server-connection.js";
import { BegunUploads } from "/web/uploads/begun-uploads.js";
import { FileUpload } from "/web/uploads/file-upload.js";
import { inPhotoOrder, photoName } from "/web/uploads/file-order.js";

function assertEqual(actual, expected, message = "values") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${message}: ${one} is not ${other}`);
}

const named = (name) => new File([], name);

/** Requests that return the same uploads each time. */
class FakeRequests {
  asked = 0;

  constructor(uploads) {
    this.list = uploads;
  }

  async uploads() {
    this.asked += 1;
    return this.list;
  }
}

const upload = (identifier, options = {}) => ({
  upload: identifier, state: "receiving", name: "IMG_1.jpg", length: 0, sha256: "d", album: null, ...options,
});

const item = (options = {}) => ({ file: named("IMG_1.jpg"), digest: "d", album: undefined, delivery: "1", ...options });

export const tests = {
  "files of one photo follow each other"() {
    const names = [
      "IMG_1234.JPG", "IMG_0001.HEIC", "IMG_E1234.JPG", "IMG_2000.CR3", "IMG_0001.MOV", "IMG_1234.AAE", "IMG_2000.JPG",
      "IMG_O1234.AAE", "IMG_1235.JPG", "holiday.jpg",
    ];
    assertEqual(inPhotoOrder(names.map(named)).map(({ name }) => name), [
      "holiday.jpg", "IMG_0001.HEIC", "IMG_0001.MOV", "IMG_1234.AAE", "IMG_1234.JPG", "IMG_E1234.JPG", "IMG_O1234.AAE",
      "IMG_1235.JPG", "IMG_2000.CR3", "IMG_2000.JPG",
    ]);
  },

  "names that only look like edits are their own"() {
    assertEqual(["IMG_E12.JPG", "THE_END.jpg", "E1234.jpg", ".E1234"].map(photoName),
      ["img_e12", "the_end", "e1234", ".e1234"]);
  },

  async "the server is asked once for all files of a choice"() {
    const requests = new FakeRequests([upload("a"), upload("b")]);
    const begun = new BegunUploads(requests);
    const { signal } = new AbortController();
    assertEqual(await begun.take(item(), signal, false), "a");
    assertEqual(await begun.take(item(), signal, false), "b", "an equal file");
    assertEqual(await begun.take(item(), signal, false), null, "a third one");
    assertEqual(requests.asked, 1);
    await begun.take(item({ delivery: "2" }), signal, false);
    assertEqual(requests.asked, 2, "another choice");
    await begun.take(item(), signal, true);
    assertEqual(requests.asked, 3, "after a request without an answer");
  },

  async "a file doesn't take the upload of another album or file"() {
    const requests = new FakeRequests([
      upload("a", { album: "X" }), upload("b", { sha256: "e" }), upload("c", { state: "waiting" }), upload("d"),
    ]);
    const begun = new BegunUploads(requests);
    const { signal } = new AbortController();
    begun.note("d");
    assertEqual(await begun.take(item(), signal, false), null);
    assertEqual(await begun.take(item({ album: "X" }), signal, false), "a");
    assertEqual(await begun.take(item({ digest: null }), signal, false), null, "without a digest");
  },

  async "a file that can be sent again ends when it's forgotten, and others at once"() {
    const ends = async (status, code) => {
      const told = [];
      const file = new FileUpload(named("IMG_1.jpg"), { delivery: "1", ended: (_, isFinal) => told.push(isFinal) });
      const requests = { create: () => Promise.reject(new ServerError(status, code, "No.")) };
      const begun = { take: async () => null };
      await file.send(requests, begun, () => {}, new AbortController().signal);
      for (let count = 0; count < 2; count += 1) file.tellEnd();
      const before = [...told];
      file.tellEnd(true);
      return [file.state, before, told];
    };
    assertEqual(await ends(413, "tooLarge"), ["failed", [true], [true]]);
    assertEqual(await ends(400, "badName"), ["failed", [true], [true]]);
    assertEqual(await ends(507, "noSpace"), ["failed", [false], [false, true]]);
  },
};
