import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A process spends seconds on loading the product, and on running everything for the first time. The many files that tell
 * stories of one domain each start a server of their own, and so they share processes: a few at a time, one after the
 * other. What takes long by itself, or does something to the process, has one of its own.
 */
const size = 8
const shared = 'server/domains/**/*.test.ts'
const alone = [
  'server/*.test.ts',
  'server/!(domains)/**/*.test.ts',
  'cli/**/*.test.ts',
  'dashboard/src/**/*.test.ts',
  'test/**/*.test.ts',
]

/** What `node --test` is told to run: the files themselves, and files that load several. */
export function allTests(folder: string): string[] {
  const files = fs.globSync(shared).toSorted()
  const batches = Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    writeBatch(folder, index, files.slice(index * size, (index + 1) * size)),
  )
  return [...alone, ...batches]
}

function writeBatch(folder: string, index: number, files: string[]): string {
  const name = path.join(folder, `domains-${String(index + 1).padStart(2, '0')}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(name, lines.join(''))
  return name
}
