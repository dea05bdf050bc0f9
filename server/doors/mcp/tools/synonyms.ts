/*
 * Words that agents use for the values of enums and for parameters. Each has one meaning in a given list of allowed
 * values; a word that could mean two of them is not here.
 */

/** The values that a word can mean. The first one that the field allows counts. */
const meanings: Record<string, readonly string[]> = {
  ...sameMeaning(
    ['done', 'completed', 'finished', 'closed', 'resolved', 'fixed'],
    ['complete', 'done', 'ended'],
  ),
  ...sameMeaning(
    ['open', 'new', 'pending', 'ready', 'unstarted'],
    ['todo', 'planned', 'proposed', 'draft', 'active'],
  ),
  ...sameMeaning(['doing', 'wip', 'started', 'ongoing', 'working'], ['in_progress', 'active']),
  ...sameMeaning(['review', 'reviewing', 'inreview'], ['in_review', 'review']),
  ...sameMeaning(['canceled', 'abandoned', 'dropped', 'wontfix', 'wontdo'], ['cancelled']),
  ...sameMeaning(['waiting', 'stuck', 'onhold'], ['blocked', 'paused']),
  ...sameMeaning(
    ['lgtm', 'approve', 'approved', 'accept', 'accepted', 'ok', 'shipit'],
    ['approved', 'accepted'],
  ),
  ...sameMeaning(
    ['reject', 'rejected', 'requestchanges', 'needswork', 'needschanges', 'nack'],
    ['changes_requested', 'rejected'],
  ),
  ...sameMeaning(['comment', 'note'], ['commented']),
  ...sameMeaning(['dependson', 'requires', 'needs', 'waitsfor'], ['blocked_by']),
  ...sameMeaning(['blocking', 'blocker'], ['blocks', 'urgent']),
  ...sameMeaning(['related', 'relatesto', 'relatedto'], ['relates']),
  ...sameMeaning(['duplicate', 'duplicateof'], ['duplicates']),
  ...sameMeaning(['critical', 'highest', 'asap', 'p0'], ['urgent']),
  ...sameMeaning(['important', 'p1'], ['high']),
  ...sameMeaning(['normal', 'p2'], ['medium']),
  ...sameMeaning(['minor', 'lowest', 'p3'], ['low']),
  ...sameMeaning(['defect'], ['bug']),
  ...sameMeaning(['pr', 'mergerequest'], ['pull_request']),
  ...sameMeaning(['test', 'tests', 'junit', 'tap'], ['test_report']),
  ...sameMeaning(['link'], ['url']),
}

/** The statuses of finished work. All others are open. */
const closed = new Set(
  'complete cancelled done ended archived accepted approved rejected superseded'.split(' '),
)

/** The parameters that a name can mean. The first one that the tool has counts. */
const parameters: Record<string, readonly string[]> = {
  ...sameMeaning(['dependson', 'dependencies', 'blockers', 'requires'], ['blockedBy']),
  ...sameMeaning(['due', 'duedate', 'deadline'], ['dueAt']),
  ...sameMeaning(['assignedto'], ['assignee']),
  ...sameMeaning(['tags', 'tag', 'labels', 'label'], ['labels', 'label', 'tags', 'tag']),
}

/** Returns a word without case, spaces, hyphens and underscores. */
export function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Returns the only allowed value that a text names: with other spelling, or by a synonym. */
export function valueNamed(text: string, allowed: readonly unknown[]): string | undefined {
  if (allowed.includes(text)) return text
  const letters = lettersOf(text)
  const same = allowed.filter(
    (word): word is string => typeof word === 'string' && lettersOf(word) === letters,
  )
  if (same.length > 0) return same.length === 1 ? same[0] : undefined
  return own(meanings, letters)?.find((value) => allowed.includes(value))
}

/** Returns the statuses that a filter names as "open", "closed" or "all", or undefined for other words. */
export function statusesNamed(text: string, allowed: readonly unknown[]): unknown[] | undefined {
  const word = lettersOf(text)
  if (allowed.includes(text) || !allowed.some((value) => closed.has(String(value)))) return undefined
  if (word === 'open') return allowed.filter((value) => !closed.has(String(value)))
  if (word === 'closed') return allowed.filter((value) => closed.has(String(value)))
  return word === 'all' || word === 'any' ? [...allowed] : undefined
}

/**
 * Returns the input with the parameter names of the tool. `due_at` and `depends_on` become `dueAt` and `blockedBy`, if
 * the call doesn't use these too. Other unknown names stay, so that validation rejects them.
 */
export function withKnownNames(input: object, names: readonly string[]): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const known = names.includes(name) ? name : parameterNamed(name, names)
    renamed[known !== undefined && !(known in input) && !(known in renamed) ? known : name] = value
  }
  return renamed
}

function parameterNamed(name: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(name)
  const same = names.find((known) => lettersOf(known) === letters)
  return same ?? own(parameters, letters)?.find((known) => names.includes(known))
}

function sameMeaning(words: readonly string[], values: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(words.map((word) => [word, values]))
}

function own<Value>(table: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
