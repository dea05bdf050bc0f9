import type { OpenRemote } from '../../../platform/git-remote.ts'
import { withPartialClone } from '../partial-clone.ts'
import type { CodeSource, History } from './code-source.ts'

const maxHistory = 20_000
const maxListBytes = 64 * 1024 * 1024

/** Clones all branches without files, and looks up commits there while `work` runs. */
export function withGitSource<Result>(
  remote: OpenRemote,
  work: (source: CodeSource) => Promise<Result>,
): Promise<Result> {
  return withPartialClone(remote, 'all branches', ({ run }) =>
    work(gitSource((args) => run(args, { most: maxListBytes }))),
  )
}

function gitSource(run: (args: string[]) => Promise<Buffer>): CodeSource {
  const lines = async (args: string[], separator = '\n') =>
    (await run(args))
      .toString('utf8')
      .split(separator)
      .filter((line) => line !== '')
  const readOnce = <Value>(read: () => Promise<Value>) => {
    let reading: Promise<Value> | undefined
    return () => (reading ??= read())
  }
  const commits = readOnce(() => lines(['rev-list', '--branches']))
  const branches = readOnce(() => lines(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/']))
  const histories = new Map<string, Promise<History>>()
  const historyOf = (branch: string) => {
    const reading = histories.get(branch) ?? readHistory(branch)
    histories.set(branch, reading)
    return reading
  }

  async function readHistory(branch: string): Promise<History> {
    const format = '--format=%H%x1f%P%x1f%B'
    const found = await lines(
      ['log', '-z', format, `--max-count=${maxHistory}`, `refs/heads/${branch}`, '--'],
      '\0',
    )
    return new Map(
      found.map((line) => {
        const [id = '', parents = '', message = ''] = line.split('\x1f')
        return [id, { parents: parents.split(' ').filter(Boolean), message }]
      }),
    )
  }

  return {
    commitUrl: () => null,
    findCommit: async (id) => (await commits()).find((each) => each.startsWith(id.toLowerCase())),
    async locate(branch, commit) {
      if (!(await branches()).includes(branch)) return undefined
      const history = await historyOf(branch)
      if (history.has(commit)) return { isContained: true, history }
      // Lists a commit only if the branch doesn't contain it.
      const outside = await lines(['rev-list', '--max-count=1', commit, `^refs/heads/${branch}`, '--'])
      return { isContained: outside.length === 0, history }
    },
    // Needs no file contents: without renames, git compares only the trees.
    changedPaths: (commit) =>
      lines(
        ['log', '-1', '-z', '-m', '--first-parent', '--no-renames', '--name-only', '--format=', commit, '--'],
        '\0',
      ),
  }
}
