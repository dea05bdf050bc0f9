/** The maximum size of a JSON body in bytes. */
export const bodyLimit = 1024 * 1024

/** The maximum size of an uploaded file in bytes, and of a form that contains one. */
export const uploadLimit = 5 * 1024 * 1024
export const uploadBodyLimit = uploadLimit + 64 * 1024
