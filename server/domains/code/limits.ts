import { maxCloneBytes } from '../repos/partial-clone.ts'

/** Limits of the index of one repository. Only tests pass others. */
export interface IndexLimits {
  maxFileBytes: number
  maxFiles: number
  /** Of all files that can be found. */
  maxTextBytes: number
  maxCloneBytes: number
}

/** docs/code-search.md states them. */
export const indexLimits: IndexLimits = {
  maxFileBytes: 512 * 1024,
  maxFiles: 20_000,
  maxTextBytes: 200 * 1024 * 1024,
  maxCloneBytes,
}

/** The primary key of files includes the path, and an index entry has about 2,700 bytes. */
export const maxPathBytes = 1000

/** Changes when the rules in this folder select or split files differently. Every file is then read again. */
export const rulesVersion = 1
