import type { Task } from '../../client.ts'

const maxLength = 60

/** Returns the name of a Git branch for a task: "web-12-fix-login". Cuts long titles at the end of a word. */
export function branchName({ key, title }: Pick<Task, 'key' | 'title'>): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}+|['’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  let name = key.toLowerCase()
  for (const word of words ?? []) {
    if (name.length + 1 + word.length > maxLength) break
    name += `-${word}`
  }
  return name
}
