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

// One Chromium and one server for each process: two processes, so that both cores of a small machine are used.
const drivesChromium = (file: string) =>
  /from '\.\/(entrance|partners\/chromium)\.ts'/.test(fs.readFileSync(file, 'utf8'))

const matching = (pattern: string) => (file: string) => path.matchesGlob(file, pattern)

/**
 * A file belongs to the first batch that includes it, and to a process of its own if there is none. They start in this
 * order: the longest first, so that no core is idle at the end.
 */
const batches: Batch[] = [
  { name: 'pages', includes: drivesChromium, size: 30 },
  { name: 'long', includes: matching('test/{isolation,role-matrix,foreign-ids-in-fields}.test.ts'), size: 1 },
  { name: 'engines', includes: (file) => onServer(file) && onBothEngines(file), size: 20 },
  { name: 'server', includes: onServer, size: 52 },
  { name: 'rules', includes: (file) => matching('test/*.test.ts')(file) && onBothEngines(file), size: 10 },
  {
    name: 'secrets',
    includes: matching('test/{credential-matrix,foreign-ids,narrowed,stolen-database}.test.ts'),
    size: 4,
  },
  {
    name: 'doors',
    includes: matching('test/{bad-input,con*,http-*,lockfile,mcp-*,on-behalf,sign-in-limits}.test.ts'),
    size: 16,
  },
  { name: 'dashboard', includes: matching('dashboard/src/**/*.test.ts'), size: 20 },
]

/** Writes what `node --test` runs for these files: one file for each process. Node starts them sorted by name. */
export function inBatches(folder: string, files: string[]): string[] {
  const batchOf = new Map(files.map((file) => [file, batches.find(({ includes }) => includes(file))]))
  const processes = batches.flatMap((batch) => {
    const members = files.filter((file) => batchOf.get(file) === batch)
    return balanced(members, Math.ceil(members.length / batch.size)).map((part) => ({ batch, part }))
  })
  const alone = files.filter((file) => !batchOf.get(file))
  return [
    ...processes.map(({ batch, part }) => ({ name: batch.name, part })),
    ...alone.map((file) => ({ name: path.basename(file, '.test.ts'), part: [file] })),
  ].map(({ name, part }, index) => writeProcess(folder, `${String(index).padStart(3, '0')}-${name}`, part))
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

function writeProcess(folder: string, name: string, files: string[]): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(batch, lines.join(''))
  return batch
}
