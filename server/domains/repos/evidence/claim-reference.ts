import type { CodeClaim } from '../../../operations/services.ts'

/** The object that a claim names. `repo` is the URL or the name of its repository, if the reference has one. */
export type Named =
  | { kind: 'commit'; id: string; repo: string | null }
  | { kind: 'pull_request'; number: number; repo: string | null }
  | { kind: 'check_run'; name: string | null; commit: string | null; url: string | null; repo: string | null }

const commitId = '[0-9a-f]{7,64}'

/** Parses the reference of a claim. Returns a sentence that explains the format if it can't be parsed. */
export function parseReference({ kind, reference, commit }: CodeClaim): Named | string {
  const text = reference ?? ''
  switch (kind) {
    case 'test_report':
      return { kind: 'commit', id: commit!, repo: null }
    case 'commit': {
      if (commit) return { kind, id: commit, repo: repoIn(text, `/commits?/${commitId}`) }
      const [, name, id] = new RegExp(`^(?:(.+)(?:@|/commits?/))?(${commitId})/?$`, 'i').exec(text) ?? []
      if (id === undefined)
        return `"${text}" isn't the id or URL of a commit. Use at least 7 digits of the id.`
      return { kind, id: id.toLowerCase(), repo: name ?? null }
    }
    case 'pull_request': {
      const [, name, digits] = /^(?:(.+?)(?:#|\/pulls?\/)|#)?(\d{1,9})(?:\/.*)?$/.exec(text) ?? []
      if (digits === undefined) return `"${text}" isn't the number or URL of a pull request, such as #12.`
      return { kind, number: Number(digits), repo: name ?? null }
    }
    default:
      return parseCheckRun(text, commit)
  }
}

function parseCheckRun(text: string, commit: string | null): Named | string {
  if (/^https?:\/\//i.test(text))
    return { kind: 'check_run', name: null, commit, url: text, repo: repoIn(text, '/(actions/)?runs/\\d+') }
  const [, name, id] = new RegExp(`^(.+)@(${commitId})$`, 'i').exec(text) ?? []
  if (name !== undefined) return { kind: 'check_run', name, commit: id!.toLowerCase(), url: null, repo: null }
  if (commit) return { kind: 'check_run', name: text, commit, url: null, repo: null }
  return `"${text}" doesn't name a commit. Use name@commit, or the URL of the check run.`
}

/** Returns the part of a URL before a path. */
function repoIn(link: string, path: string): string | null {
  return new RegExp(`^(https?://.+?)${path}`, 'i').exec(link)?.[1] ?? null
}

/** Returns whether a reference means this repository: by URL, `owner/name` or name. */
export function isNamed(repo: string | null, { name, url, host_name }: NamedRepo): boolean {
  if (repo === null) return true
  const plain = (text: string) => text.replace(/(\.git)?\/*$/, '').toLowerCase()
  const given = plain(repo)
  return [
    plain(url),
    host_name?.toLowerCase(),
    host_name?.split('/').at(-1)?.toLowerCase(),
    name.toLowerCase(),
  ].includes(given)
}

interface NamedRepo {
  name: string
  url: string
  host_name: string | null
}
