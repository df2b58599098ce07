// An adapter for Uppy (https://uppy.io), without a dependency on it:
//
//     uppy.use(AlbumenSource, { picker: { application: "My page" } });
//     button.addEventListener("click", () => uppy.getPlugin("Albumen").choose());
import { pickOrFile, PickerError } from "./albumen-picker.js";

/** Adds items of an Albumen library to Uppy's files. */
export class AlbumenSource {
  id = "Albumen";
  type = "acquirer";
  #uppy;
  #options;

  /**
   * @param {object} uppy
   * @param {{ picker?: import("./albumen-picker.js").PickOptions }} [options]
   */
  constructor(uppy, options = {}) {
    this.#uppy = uppy;
    this.#options = options;
  }

  install() {}

  uninstall() {}

  /** Uppy calls it after each change of its state. */
  update() {}

  /** Uppy calls it when all plugins have been updated. */
  afterUpdate() {}

  /**
   * Uppy calls it without options when its language changes.
   * @param {{ picker?: import("./albumen-picker.js").PickOptions }} [options]
   */
  setOptions(options = {}) {
    this.#options = { ...this.#options, ...options };
  }

  /** Lets the user choose, and adds the files. Call it in a click. Errors appear in Uppy. */
  async choose() {
    const { maxNumberOfFiles } = this.#uppy.opts.restrictions;
    const limit = maxNumberOfFiles ? Math.max(maxNumberOfFiles - this.#uppy.getFiles().length, 1) : 0;
    try {
      for (const item of await pickOrFile({ limit, ...this.#options.picker })) await this.#add(item);
    } catch (error) {
      this.#report(error);
    }
  }

  async #add(item) {
    try {
      const file = await item.file();
      // Uppy throws if the file breaks one of its restrictions, after it has shown why.
      this.#uppy.addFile({
        source: this.id, name: file.name, type: file.type, data: file, meta: { albumenItem: item.item },
      });
    } catch (error) {
      if (error.isRestriction) return;
      this.#report(error);
    }
  }

  #report(error) {
    if (!(error instanceof PickerError)) throw error;
    this.#uppy.info(error.message, "error", 8000);
  }
}
