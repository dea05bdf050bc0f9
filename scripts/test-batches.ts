import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A process spends seconds on loading the product, on running everything for the first time, and on the server that its
 * stories share; a browser does, too. So files run one after the other in few processes. A file that takes long, or
 * changes the process, has its own.
 */
interface Batch {
  name: string
  includes(file: string): boolean
  /** The number of files in a process. */
  size: number
}

const onServer = (file: string) => path.matchesGlob(file, 'server/**/*.test.ts')
// Two shared servers, of which the embedded one costs ten times as much as the other: as few processes as possible pay.
const onBothEngines = (file: string) => / of engines\b/.test(fs.readFileSync(file, 'utf8'))

/** A file belongs to the first batch that includes it. */
const batches: Batch[] = [
  { name: 'engines', includes: (file) => onServer(file) && onBothEngines(file), size: 20 },
  { name: 'server', includes: onServer, size: 52 },
  { name: 'dashboard', includes: (file) => path.matchesGlob(file, 'dashboard/src/**/*.test.ts'), size: 20 },
  { name: 'pages', includes: (file) => path.matchesGlob(file, 'test/*-pages.test.ts'), size: 4 },
]

/** Returns what `node --test` runs for these files: the files themselves, and files that load several. */
export function inBatches(folder: string, files: string[]): string[] {
  const batchOf = new Map(files.map((file) => [file, batches.find(({ includes }) => includes(file))]))
  const written = batches.flatMap((batch) => {
    const members = files.filter((file) => batchOf.get(file) === batch)
    return balanced(members, Math.ceil(members.length / batch.size)).map((part, index) =>
      writeBatch(folder, `${batch.name}-${index + 1}`, part),
    )
  })
  return [...files.filter((file) => !batchOf.get(file)), ...written]
}

/** Divides files into parts that take about as long. The length of a file stands for the time that it takes. */
function balanced(files: string[], count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] as string[] }))
  const lengths = files.map((file) => ({ file, bytes: fs.statSync(file).size }))
  for (const { file, bytes } of lengths.toSorted((a, b) => b.bytes - a.bytes)) {
    const least = parts.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    least.files.push(file)
    least.bytes += bytes
  }
  return parts.map((part) => part.files.toSorted())
}

function writeBatch(folder: string, name: string, files: string[]): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(batch, lines.join(''))
  return batch
}
