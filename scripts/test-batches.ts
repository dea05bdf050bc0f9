import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { drivesChromium, usesBothEngines } from './test-groups.ts'

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
  { name: 'engines', includes: (file) => onServer(file) && usesBothEngines(file), size: 30 },
  { name: 'server', includes: onServer, size: 52 },
  { name: 'rules', includes: (file) => matching('test/*.test.ts')(file) && usesBothEngines(file), size: 15 },
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

/** Files that run completely, or only the part of each that belongs to a part of the suite (test/part.ts). */
export interface Chosen {
  files: string[]
  part?: 'quick' | 'rest'
}

/** One of several machines that run the suite together. */
export interface Shard {
  number: number
  count: number
}

/** Writes one file for each process, for `node --test`. Node starts them sorted by name. */
export function inBatches(folder: string, chosen: Chosen[], shard?: Shard): string[] {
  const processes = chosen.flatMap(({ files, part }) => {
    const groups = Map.groupBy(files, (file) => batches.find(({ includes }) => includes(file)))
    return [...groups].flatMap(([batch, members]) => {
      const mine = shard ? balanced(members, shard.count)[shard.number - 1]! : members
      const size = batch?.size ?? 1
      return balanced(mine, Math.ceil(mine.length / size)).map((group) => ({
        name: batch?.name ?? path.basename(group[0]!, '.test.ts'),
        // Those without a batch come last.
        order: batch ? batches.indexOf(batch) : batches.length,
        files: group,
        part,
      }))
    })
  })
  return processes
    .toSorted((a, b) => a.order - b.order)
    .map(({ name, files, part }, index) =>
      writeProcess(folder, `${String(index).padStart(3, '0')}-${name}`, files, part),
    )
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

function writeProcess(folder: string, name: string, files: string[], part: Chosen['part']): string {
  const batch = path.join(folder, `${name}.test.mjs`)
  // Evaluated before the other modules.
  const setPart = part && `data:text/javascript,process.env.TEST_PART = '${part}'`
  const modules = [
    ...(setPart ? [setPart] : []),
    ...files.map((file) => pathToFileURL(path.resolve(file)).href),
  ]
  fs.writeFileSync(batch, modules.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
  return batch
}
