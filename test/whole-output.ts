/*
 * Loaded first in the processes that run the tests. A process ends right after its last test (`--test-force-exit`), and
 * what it has written to a full pipe would be lost. Node calls `close` on its output before, if there is one.
 */
const { stdout } = process
Object.assign(stdout, { close: (done: () => void) => stdout.write('', done) })
