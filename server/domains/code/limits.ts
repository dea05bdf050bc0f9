/** Limits of the index of one repository. docs/code-search.md states them. */
export const maxFileBytes = 512 * 1024
export const maxFiles = 20_000
export const maxTextBytes = 200 * 1024 * 1024
/** The primary key of files includes the path, and an index entry has about 2,700 bytes. */
export const maxPathBytes = 1000

/** Changes when the rules in this folder select or split files differently. Every file is then read again. */
export const rulesVersion = 1
