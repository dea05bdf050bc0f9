import { type OpenRemote, Unreadable } from '../../platform/git-remote.ts'
import type { Branch } from './tables.ts'

/** Branches and tags of a repository, and its default branch. */
export interface Refs {
  /** The chosen branch, else the one of the repository. Null without any branch. */
  defaultBranch: string | null
  head: string | null
  branches: Branch[]
  tags: string[]
}

export async function readRefs(remote: OpenRemote, chosen: string | null): Promise<Refs> {
  const args = ['ls-remote', '--symref', '--', remote.url, 'HEAD', 'refs/heads/*', 'refs/tags/*']
  const lines = (await remote.run(args)).toString('utf8').split('\n')
  // Any web page looks like a repository without branches.
  if (lines.length === 1)
    throw new Unreadable(
      "It has no branch yet, or isn't a git repository. Push a first commit, then try again.",
    )
  const pairs = lines.map((line) => line.split('\t') as [string, string?])
  const under = (prefix: string) =>
    pairs.flatMap(([commit, name]) =>
      name?.startsWith(prefix) ? [{ name: name.slice(prefix.length), commit }] : [],
    )
  const branches = under('refs/heads/')
  const symbolic = pairs.find(([, name]) => name === 'HEAD')?.[0]
  const remoteDefault = symbolic?.startsWith('ref: refs/heads/')
    ? symbolic.slice('ref: refs/heads/'.length)
    : undefined
  const defaultBranch = chosen ?? remoteDefault ?? guessDefault(branches)
  const head = branches.find(({ name }) => name === defaultBranch)?.commit ?? null
  if (chosen !== null && head === null) throw new Unreadable(noBranch(chosen, branches))
  return {
    defaultBranch,
    head,
    branches,
    // An annotated tag is listed twice. The second entry ends in ^{} and names its commit.
    tags: under('refs/tags/')
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('^{}'))
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  }
}

/** Chooses a branch if the server does not name a default. */
function guessDefault(branches: Branch[]): string | null {
  const common = ['main', 'master', 'trunk'].find((name) => branches.some((branch) => branch.name === name))
  return common ?? branches[0]?.name ?? null
}

export function noBranch(name: string, branches: Branch[]): string {
  const firstNames = branches.slice(0, 10).map((branch) => branch.name)
  const existing =
    firstNames.length > 0 ? `Branches: ${firstNames.join(', ')}${branches.length > 10 ? ', …' : ''}.` : ''
  return `The branch "${name}" doesn't exist. ${existing || 'The repository has no branch yet.'}`
}

const maxStored = 200

/** Limits the refs to the stored number. */
export function limitRefs({ defaultBranch, head, branches, tags }: Refs) {
  return {
    default_branch: defaultBranch,
    head,
    branches: branches.slice(0, maxStored),
    branch_count: branches.length,
    tags: tags.slice(0, maxStored),
    tag_count: tags.length,
  }
}
