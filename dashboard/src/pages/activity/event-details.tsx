import type { ActivityEvent } from '../../client.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { exactTime } from '../../ui/time.tsx'
import { changesOf, fieldName } from './sentences.ts'

/** What changed, from what and to what; or what else is known of it. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  const changes = Object.entries(changesOf(event)).filter(([field]) => fieldName(field))
  return (
    <div className="rounded-md bg-hover px-3 py-2 text-[13px]">
      <Facts>
        {changes.map(([field, { from, to }]) => (
          <Fact key={field} name={capital(fieldName(field))}>
            <del className="text-muted decoration-strong-line">
              <span className="sr-only">from </span>
              {told(from)}
            </del>
            <span aria-hidden> → </span>
            <ins className="no-underline">
              <span className="sr-only">to </span>
              {told(to)}
            </ins>
          </Fact>
        ))}
        {factsOf(event).map(([name, value]) => (
          <Fact key={name} name={capital(fieldName(name))}>
            {told(value)}
          </Fact>
        ))}
      </Facts>
    </div>
  )
}

export function hasChanges(event: ActivityEvent): boolean {
  return Object.keys(changesOf(event)).length > 0
}

export function hasDetails(event: ActivityEvent): boolean {
  return hasChanges(event) || factsOf(event).length > 0
}

/** What an event says besides its changes and its title, as far as it can be read. */
function factsOf({ data }: ActivityEvent): [string, unknown][] {
  return Object.entries(data).filter(
    ([name, value]) =>
      !notTold.has(name) && value !== null && !name.endsWith('Id') && !plain.has(told(value)),
  )
}

const notTold = new Set([
  'changes',
  'title',
  'body',
  'content',
  'undoes',
  'id',
  'version',
  'may',
  'position',
  'description',
])

/** What everything is that nobody said anything about. */
const plain = new Set(['', 'nothing', 'none'])

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const longest = 300

function told(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'string') return isTime.test(value) ? exactTime(new Date(value)) : shortened(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : shortened(value.map(told).join(', '))
  const { name, title, key, slug, text } = value as Record<string, unknown>
  const called = [key, name ?? title ?? slug ?? text].filter((part) => typeof part === 'string')
  return called.length > 0 ? called.join(' ') : shortened(JSON.stringify(value))
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll('_', ' ')
}
