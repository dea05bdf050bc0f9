import { webUrlOf } from './shapes.ts'
import type { State, StoredRepo } from './state.ts'

/** Returns the commit that a branch, tag or commit id names. */
export function resolve({ bare }: StoredRepo, ref: string): string | undefined {
  const head = bare.head(ref)
  if (head) return head
  try {
    return bare.git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]) || undefined
  } catch {
    return undefined
  }
}

const format = ['%H', '%P', '%T', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x1f') + '%x1e'

/** Returns commits as git log lists them for these arguments. */
export function commitsJson(state: State, repo: StoredRepo, args: string[]) {
  const text = repo.bare.git(['log', `--format=${format}`, ...args])
  return text
    .split('\x1e')
    .map((each) => each.trimStart().split('\x1f'))
    .filter((fields) => fields.length > 1)
    .map(([sha = '', parents = '', tree, an, ae, ad, cn, ce, cd, message = '']) => ({
      sha,
      html_url: `${webUrlOf(state, repo)}/commit/${sha}`,
      url: `${state.apiUrl}/repos/${repo.name}/commits/${sha}`,
      commit: {
        message: message.trimEnd(),
        tree: { sha: tree },
        author: { name: an, email: ae, date: ad },
        committer: { name: cn, email: ce, date: cd },
      },
      author: null,
      committer: null,
      parents: parents
        .split(' ')
        .filter(Boolean)
        .map((parent) => ({ sha: parent })),
    }))
}

export const commitJson = (state: State, repo: StoredRepo, sha: string) =>
  commitsJson(state, repo, ['-1', sha])[0]!

const fileStatus: Record<string, string> = { A: 'added', D: 'removed', M: 'modified' }

/** Returns the files that differ between two commits. Without a base, all files of the commit. */
export function filesJson({ bare }: StoredRepo, base: string | undefined, head: string) {
  const compared = base === undefined ? ['--root', head] : [base, head]
  const fields = bare
    .git(['diff-tree', '-r', '-z', '--no-commit-id', '--name-status', ...compared])
    .split('\0')
  const files: { filename: string; status: string }[] = []
  for (let at = 0; at + 1 < fields.length; at += 2)
    files.push({ filename: fields[at + 1]!, status: fileStatus[fields[at]!] ?? 'changed' })
  return files
}

export function comparisonJson(state: State, repo: StoredRepo, base: string, head: string) {
  const count = repo.bare.git(['rev-list', '--left-right', '--count', `${base}...${head}`])
  const [behind, ahead] = count.split('\t').map(Number) as [number, number]
  const mergeBase = repo.bare.git(['merge-base', base, head])
  if (state.kind === 'gitea')
    return { total_commits: ahead, commits: commitsJson(state, repo, [`${base}..${head}`]) }
  const words = ahead ? (behind ? 'diverged' : 'ahead') : behind ? 'behind' : 'identical'
  return {
    status: words,
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    base_commit: commitJson(state, repo, base),
    merge_base_commit: commitJson(state, repo, mergeBase),
    commits: commitsJson(state, repo, ['--reverse', `${base}..${head}`]),
    files: filesJson(repo, mergeBase, head),
  }
}

/** Merges a commit into a branch and returns the new commit, or undefined for a conflict. */
export function mergeInto(
  repo: StoredRepo,
  branch: string,
  commit: string,
  message: string,
  isSquash = false,
): string | undefined {
  const { bare } = repo
  const onto = bare.head(branch)!
  let tree: string
  try {
    tree = bare.git(['merge-tree', '--write-tree', onto, commit]).split('\n')[0]!
  } catch {
    return undefined
  }
  return commitTree(repo, branch, tree, [onto, ...(isSquash ? [] : [commit])], message)
}

/** Reverts a commit on a branch and returns the new commit. */
export function revertOn(repo: StoredRepo, commit: string, branch: string): string {
  const { bare } = repo
  const onto = bare.head(branch)!
  // A child of the commit with the content before it, so that the commit itself is the base of the merge.
  const before = bare.git(['commit-tree', `${commit}^^{tree}`, '-p', commit, '-m', 'Before'])
  const tree = bare.git(['merge-tree', '--write-tree', onto, before]).split('\n')[0]!
  const subject = bare.git(['log', '-1', '--format=%s', commit])
  return commitTree(repo, branch, tree, [onto], `Revert "${subject}"\n\nThis reverts commit ${commit}.`)
}

function commitTree({ bare }: StoredRepo, branch: string, tree: string, parents: string[], message: string) {
  const commit = bare.git(['commit-tree', tree, ...parents.flatMap((each) => ['-p', each])], message)
  bare.git(['update-ref', `refs/heads/${branch}`, commit])
  return commit
}
