/** Identifies the page's files. The server replaces it by their digest, so that browsers install the worker again. */
export const shellVersion = "";
