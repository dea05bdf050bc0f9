import { plainText } from '../../../../server/platform/plain-text.ts'
import type { ActivityEvent } from '../../client.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { exactTime } from '../../ui/time.tsx'
import { changesOf, fieldName, isShownField } from './sentences.ts'
import { texts } from './texts.ts'

const { eventDetails } = texts

/** The changed fields with old and new values, and other facts in the event's data. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  const changes = Object.entries(changesOf(event)).filter(([field]) => isShownField(field))
  return (
    <div className="rounded-md bg-hover px-3 py-2 text-[13px]">
      <Facts>
        {changes.map(([field, { from, to }]) => (
          <Fact key={field} name={capitalize(fieldName(field))}>
            <del className="text-muted decoration-strong-line">
              <span className="sr-only">{eventDetails.from}</span>
              {formatField(field, from)}
            </del>
            <span aria-hidden> → </span>
            <ins className="no-underline">
              <span className="sr-only">{eventDetails.to}</span>
              {formatField(field, to)}
            </ins>
          </Fact>
        ))}
        {factsOf(event).map(([name, value]) => (
          <Fact key={name} name={capitalize(fieldName(name))}>
            {formatField(name, value)}
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

/** Returns the readable fields of the event's data, except its changes and title. */
function factsOf({ data }: ActivityEvent): [string, unknown][] {
  return Object.entries(data).filter(
    ([name, value]) =>
      isShownField(name) &&
      !hiddenFacts.has(name) &&
      value !== null &&
      !name.endsWith('Id') &&
      !emptyValues.has(formatValue(value)),
  )
}

const hiddenFacts = new Set([
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

/** `none` is also a stored value, such as the priority of a new task. */
const emptyValues = new Set(['', 'none', eventDetails.none])

/** Fields with Markdown, which is shown as plain text. */
const markdownFields = new Set([
  'completionNotes',
  'content',
  'context',
  'description',
  'instructions',
  'summary',
])

function formatField(name: string, value: unknown): string {
  return formatValue(markdownFields.has(name) && typeof value === 'string' ? plainText(value) : value)
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const maxLength = 300

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return eventDetails.none
  if (typeof value === 'string') return isTime.test(value) ? exactTime(new Date(value)) : truncate(value)
  if (typeof value === 'boolean') return value ? eventDetails.yes : eventDetails.no
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.length === 0 ? eventDetails.none : truncate(value.map(formatValue).join(', '))
  const { name, title, key, slug, text } = value as Record<string, unknown>
  const names = [key, name ?? title ?? slug ?? text].filter((part) => typeof part === 'string')
  return names.length > 0 ? names.join(' ') : truncate(JSON.stringify(value))
}

function truncate(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll('_', ' ')
}
