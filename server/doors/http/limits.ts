/** Bytes of JSON that a request may bring. */
export const bodyLimit = 1024 * 1024
