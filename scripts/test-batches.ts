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
  { name: 'domains', files: 'server/domains/**/*.test.ts', size: 8 },
  { name: 'pages', files: 'test/*-pages.test.ts', size: 4 },
]
const all = ['{server,cli,test}/**/*.test.ts', 'dashboard/src/**/*.test.ts']

/** What `node --test` is told to run: the files themselves, and files that load several. */
export function allTests(folder: string): string[] {
  const shared = batches.map((batch) => ({ ...batch, files: fs.globSync(batch.files).toSorted() }))
  const inBatches = new Set(shared.flatMap(({ files }) => files))
  // Partners that are installed in a folder of their own bring tests of their own.
  const isOurs = (file: string) => !file.includes('node_modules/')
  const alone = fs.globSync(all).filter((file) => isOurs(file) && !inBatches.has(file))
  const written = shared.flatMap(({ name, files, size }) =>
    Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
      writeBatch(folder, `${name}-${index + 1}`, files.slice(index * size, (index + 1) * size)),
    ),
  )
  return [...alone, ...written]
}

function writeBatch(folder: string, name: string, files: string[]): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(batch, lines.join(''))
  return batch
}
