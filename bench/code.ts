import { type CodeQuery, findCode } from '../server/domains/code/find-code.ts'
import { indexRepository } from '../server/domains/code/index-repository.ts'
import { type GitServer, startGitServer } from '../test/partners/git-server.ts'
import { fetchPackage } from './code/fetch-package.ts'
import { type CodePackage, type Question, packages } from './code/questions.ts'
import { type BenchClient, type SearchContext, onOwnInstance } from './retrieval/instance.ts'

/**
 * Measures code search on published packages: the share of questions whose file is the first hit or among the first
 * five, and the mean of 1 / rank (MRR), for words alone, meaning alone and both. Also the speed of the index: files per
 * second, the time after one commit, and the growth of the process's memory.
 */
export async function run(): Promise<void> {
  const git = await startGitServer()
  try {
    const total = new Map(modes.map((mode) => [mode, [] as number[]]))
    for (const each of packages)
      await onOwnInstance((context, call) => measure({ context, call, git, total }, each), {
        REPO_HOSTS: git.host,
      })
    console.log(`\nAll ${total.get('hybrid')!.length} questions`)
    printScores(total)
  } finally {
    await git.close()
  }
}

const modes = ['words', 'meaning', 'hybrid'] as const
type Ranks = Map<(typeof modes)[number], number[]>

interface Bench {
  context: SearchContext
  call: BenchClient
  git: GitServer
  total: Ranks
}

async function measure({ context, call, git, total }: Bench, each: CodePackage): Promise<void> {
  const { app } = context
  const files = fetchPackage(each.name, each.version)
  const remote = git.repo(`${each.name}.git`, [{ message: 'Publish', files }])
  const { id } = await call('repos.connect', { project: 'product', url: remote.url })
  const index = await timed(() => indexRepository(app, { repo: id }))
  const embed = await timed(() => app.searchIndex.embedAll())
  const { indexed } = await call('repos.get', { repo: id })
  if (!indexed?.commit) throw new Error(`${each.name} was not indexed: ${indexed?.failure}`)
  const [changed] = each.questions[0]!.slice(1) as [string]
  remote.commit({ message: 'Change', files: { [changed]: `${files[changed]}\n// One more line.\n` } })
  await call('repos.sync', { repo: id })
  const again = await timed(() => indexRepository(app, { repo: id }))
  const embedAgain = await timed(() => app.searchIndex.embedAll())
  const perSecond = (count: number, { seconds }: Timed) => (count / seconds).toFixed(0)
  console.log(`\n${each.name} ${each.version}: ${each.description}`)
  console.log(
    `  ${indexed.files} files in ${indexed.chunks} passages, ${indexed.skipped} skipped: ${JSON.stringify(indexed.skippedBy)}`,
  )
  console.log(
    `  index ${index.seconds.toFixed(1)} s (${perSecond(indexed.files, index)} files/s, memory +${index.megabytes} MB), ` +
      `vectors ${embed.seconds.toFixed(1)} s (${perSecond(indexed.chunks, embed)} passages/s)`,
  )
  console.log(
    `  after one commit: index ${again.seconds.toFixed(2)} s, vectors ${embedAgain.seconds.toFixed(2)} s`,
  )
  const ranks: Ranks = new Map()
  for (const mode of modes) {
    const found = await ranksOf(context, id, mode, each.questions)
    ranks.set(mode, found)
    total.get(mode)!.push(...found)
  }
  printScores(ranks)
}

/** Returns the rank of the right file for each question. 0: not among the first ten. */
async function ranksOf(
  context: SearchContext,
  repo: string,
  mode: NonNullable<CodeQuery['mode']>,
  questions: Question[],
): Promise<number[]> {
  const ranks: number[] = []
  for (const [text, file] of questions) {
    const hits = await findCode(context, { text, repo, mode, limit: 10 })
    const rank = hits.findIndex(({ path }) => path === file) + 1
    ranks.push(rank)
    if (process.env.BENCH_MISSES && mode === 'hybrid' && rank !== 1)
      console.log(`    ${rank || '–'} ${text} → ${hits[0]?.path}`)
  }
  return ranks
}

function printScores(ranks: Ranks): void {
  console.log(`  ${''.padEnd(10)}   hit@1   hit@5     MRR`)
  for (const [mode, found] of ranks) {
    const share = (sum: number) => (sum / found.length).toFixed(3).padStart(7)
    const within = (most: number) => found.filter((rank) => rank > 0 && rank <= most).length
    const reciprocal = found.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0)
    console.log(`  ${mode.padEnd(10)} ${share(within(1))} ${share(within(5))} ${share(reciprocal)}`)
  }
}

interface Timed {
  seconds: number
  /** The largest growth of the resident memory. */
  megabytes: number
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const start = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { seconds: (performance.now() - start) / 1000, megabytes: Math.round((peak - before) / 1e6) }
}
