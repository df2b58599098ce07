/** The rendering of an edit, or its adjustments, as cameras of iPhones name them: `IMG_E1234` is of `IMG_1234`. */
const editName = /^(.*_)[EO](\d{4,})$/i;

/**
 * Returns a text that the files of one photo have in common: the picture and the video of a Live Photo, RAW and JPEG,
 * and an edit with its rendering and its original.
 * @param {string} name
 */
export function photoName(name) {
  const dot = name.lastIndexOf(".");
  return (dot > 0 ? name.slice(0, dot) : name).replace(editName, "$1$2").toLowerCase();
}

/**
 * Orders files so that those of one photo follow each other. The server takes files in as they arrive, many at a time.
 * @param {File[]} files
 */
export function inPhotoOrder(files) {
  const keyed = files.map((file) => ({ file, photo: photoName(file.name) }));
  keyed.sort((one, other) => compare(one.photo, other.photo) || compare(one.file.name, other.file.name));
  return keyed.map(({ file }) => file);
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
