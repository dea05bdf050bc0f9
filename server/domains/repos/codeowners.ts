import { cutText } from '../../platform/cut-text.ts'
import type { Codeowners } from './repo.ts'

/** Where code hosts look for the file, in their order. */
const paths = [
  '.github/CODEOWNERS',
  '.gitea/CODEOWNERS',
  '.forgejo/CODEOWNERS',
  '.gitlab/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
]
const maxRules = 200
const maxOwners = 20

export function isCodeowners(path: string): boolean {
  return paths.includes(path)
}

/** Parses the first CODEOWNERS file among the texts. */
export function codeownersIn(texts: ReadonlyMap<string, string>): Codeowners | null {
  const path = paths.find((each) => texts.has(each))
  if (path === undefined) return null
  const rules = texts
    .get(path)!
    .split('\n')
    .flatMap((line) => ruleOf(line) ?? [])
  return { path, rules: rules.slice(0, maxRules) }
}

/** Parses `pattern owner…  # comment`. A backslash escapes a space in the pattern. Skips the sections of GitLab. */
function ruleOf(line: string): { pattern: string; owners: string[] } | undefined {
  const [pattern, ...rest] = line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .split(/(?<!\\)\s+/)
  if (!pattern || pattern.startsWith('[') || pattern.startsWith('^[')) return undefined
  const owners = rest.filter((owner) => owner.includes('@')).map((owner) => cutText(owner, 100))
  return { pattern: cutText(pattern, 200), owners: owners.slice(0, maxOwners) }
}
