import { type OpenRemote, Unreadable } from '../../platform/git-remote.ts'
import type { Branch } from './tables.ts'

/** What a repository offers: its branches and tags, and which of them is meant when none is named. */
export interface Refs {
  /** The one that was chosen, or that the repository itself says; null where there is none yet. */
  defaultBranch: string | null
  head: string | null
  branches: Branch[]
  tags: string[]
}

export async function readRefs(remote: OpenRemote, chosen: string | null): Promise<Refs> {
  const asked = ['ls-remote', '--symref', '--', remote.url, 'HEAD', 'refs/heads/*', 'refs/tags/*']
  const lines = (await remote.run(asked)).toString('utf8').split('\n')
  // Any page of the web looks like a repository without branches.
  if (lines.length === 1)
    throw new Unreadable(
      'It has no branch yet, or is no git repository. Push a first commit, then try again.',
    )
  const pairs = lines.map((line) => line.split('\t') as [string, string?])
  const under = (prefix: string) =>
    pairs.flatMap(([commit, name]) =>
      name?.startsWith(prefix) ? [{ name: name.slice(prefix.length), commit }] : [],
    )
  const branches = under('refs/heads/')
  const symbolic = pairs.find(([, name]) => name === 'HEAD')?.[0]
  const own = symbolic?.startsWith('ref: refs/heads/') ? symbolic.slice('ref: refs/heads/'.length) : undefined
  const defaultBranch = chosen ?? own ?? oneOf(branches)
  const head = branches.find(({ name }) => name === defaultBranch)?.commit ?? null
  if (chosen !== null && head === null) throw new Unreadable(noBranch(chosen, branches))
  return {
    ...{ defaultBranch, head, branches },
    // A tag that is an object of its own is told a second time, with the commit that it stands for.
    tags: under('refs/tags/')
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('^{}'))
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  }
}

/** Where the server does not say which is meant. */
function oneOf(branches: Branch[]): string | null {
  const usual = ['main', 'master', 'trunk'].find((name) => branches.some((branch) => branch.name === name))
  return usual ?? branches[0]?.name ?? null
}

export function noBranch(name: string, branches: Branch[]): string {
  const some = branches.slice(0, 10).map((branch) => branch.name)
  const there = some.length > 0 ? `There are: ${some.join(', ')}${branches.length > 10 ? ', …' : ''}.` : ''
  return `There is no branch "${name}". ${there || 'It has none yet.'}`
}

const mostNamed = 200

/** As much of it as is kept. */
export function keptRefs({ defaultBranch, head, branches, tags }: Refs) {
  return {
    ...{ default_branch: defaultBranch, head },
    ...{ branches: branches.slice(0, mostNamed), branch_count: branches.length },
    ...{ tags: tags.slice(0, mostNamed), tag_count: tags.length },
  }
}
