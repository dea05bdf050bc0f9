import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A process spends seconds on loading the product, and on running everything for the first time; a browser does, too. The
 * many files that tell stories of one domain, or of its pages, each start a server of their own, and so they share
 * processes: a few at a time, one after the other. What takes long by itself, or does something to the process, has one
 * of its own.
 */
const batches = [
  { name: 'domains', pattern: 'server/domains/**/*.test.ts', size: 8 },
  { name: 'pages', pattern: 'test/*-pages.test.ts', size: 4 },
]

/** Returns what `node --test` runs for these files: the files themselves, and files that load several. */
export function inBatches(folder: string, files: string[]): string[] {
  const shared = batches.map((batch) => ({
    ...batch,
    files: files.filter((file) => path.matchesGlob(file, batch.pattern)),
  }))
  const batched = new Set(shared.flatMap((batch) => batch.files))
  const written = shared.flatMap(({ name, files: members, size }) =>
    Array.from({ length: Math.ceil(members.length / size) }, (_, index) =>
      writeBatch(folder, `${name}-${index + 1}`, members.slice(index * size, (index + 1) * size)),
    ),
  )
  return [...files.filter((file) => !batched.has(file)), ...written]
}

function writeBatch(folder: string, name: string, files: string[]): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(batch, lines.join(''))
  return batch
}
