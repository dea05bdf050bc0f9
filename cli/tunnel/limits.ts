/** The length of a path in an input. */
export const maxPathBytes = 4096
/** The bytes of a file that one action reads or writes. */
export const maxFileBytes = 1024 * 1024
/** The entries that one listing returns. */
export const maxEntries = 1000
/** The JSON of a result: a file of 1 MiB fits as base64. */
export const maxResultBytes = 2 * 1024 * 1024
/** The end of the output that is stored with a run. */
export const maxTailBytes = 64 * 1024
/** The output that waits for the connection. Older bytes are dropped, so that a command is never slowed down. */
export const maxUnsentBytes = 256 * 1024
/** The runs that are active at the same time. */
export const maxActiveRuns = 8
/** The runs that wait for one of them to end. */
export const maxQueuedRuns = 500
/** The runs that wait for consent. */
export const maxAskedRuns = 20
export const maxAskedPerRequester = 5
export const consentTimeoutMs = 10 * 60 * 1000
/** The time between SIGTERM and SIGKILL. */
export const killGraceMs = 3000
