import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A test process needs seconds to load the product, warm up the code, and start its shared server or browser. So files
 * run one after the other in few processes. A file that is slow or changes the process has its own process.
 */
interface Batch {
  name: string
  includes(file: string): boolean
  /** The number of files in a process. */
  size: number
}

const onServer = (file: string) => path.matchesGlob(file, 'server/**/*.test.ts')
// These processes start a server for each engine. The embedded one costs ten times as much, so there are few processes.
const onBothEngines = (file: string) => / of engines\b/.test(fs.readFileSync(file, 'utf8'))

// Each process starts Chromium and a server. Two processes use both cores of a small machine.
const drivesChromium = (file: string) =>
  /from '\.\/(entrance|partners\/chromium)\.ts'/.test(fs.readFileSync(file, 'utf8'))

const matching = (pattern: string) => (file: string) => path.matchesGlob(file, pattern)

/**
 * Batches in start order, the longest first, so that no core is idle at the end. A file belongs to the first batch that
 * includes it. A file without a batch gets its own process.
 */
const batches: Batch[] = [
  { name: 'pages', includes: drivesChromium, size: 30 },
  {
    name: 'long',
    includes: matching('test/{isolation,role-matrix,foreign-ids-in-fields,start,release}.test.ts'),
    size: 1,
  },
  {
    name: 'crashes',
    includes: matching('test/faults/{kill*,live-*,mcp-two-nodes,npm-scripts,request-cost}.test.ts'),
    size: 1,
  },
  { name: 'engines', includes: (file) => onServer(file) && onBothEngines(file), size: 30 },
  { name: 'server', includes: onServer, size: 52 },
  { name: 'rules', includes: (file) => matching('test/*.test.ts')(file) && onBothEngines(file), size: 15 },
  {
    name: 'secrets',
    includes: matching('test/{credential-matrix,foreign-ids,narrowed,stolen-database}.test.ts'),
    size: 4,
  },
  {
    name: 'doors',
    includes: matching(
      'test/{bad-input,con*,created-locations,deploy-files,http-*,lockfile,mcp-*,on-behalf,sign-in-limits,unauthenticated}.test.ts',
    ),
    size: 20,
  },
  { name: 'cli', includes: matching('cli/*.test.ts'), size: 20 },
  { name: 'dashboard', includes: matching('dashboard/src/**/*.test.ts'), size: 20 },
]

/** Writes one file for each process, for `node --test`. Node starts them sorted by name. */
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

/** Divides files into parts of similar duration. Uses the size of a file as an estimate. */
function balanced(files: string[], count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ bytes: 0, files: [] as string[] }))
  const lengths = files.map((file) => ({ file, bytes: fs.statSync(file).size }))
  for (const { file, bytes } of lengths.toSorted((a, b) => b.bytes - a.bytes)) {
    const smallest = parts.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    smallest.files.push(file)
    smallest.bytes += bytes
  }
  return parts.map((part) => part.files.toSorted())
}

function writeProcess(folder: string, name: string, files: string[]): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(path.resolve(file)).href)}\n`)
  fs.writeFileSync(batch, lines.join(''))
  return batch
}
