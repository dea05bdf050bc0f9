/** Bytes of JSON that a request may bring. */
export const bodyLimit = 1024 * 1024

/** Bytes of a file that is uploaded, and with all that a form puts around it. */
export const uploadLimit = 5 * 1024 * 1024
export const uploadBodyLimit = uploadLimit + 64 * 1024
