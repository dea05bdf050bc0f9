/*
 * Records the changes that this page made, by item and version. The journal only names the user, and an agent with the
 * user's token acts under the same name.
 */
const written = new Set<string>()
const pending = new Set<Promise<unknown>>()

export function recordWrite(response: Promise<unknown>): void {
  const recorded = response.then(record, () => {})
  pending.add(recorded)
  void recorded.finally(() => pending.delete(recorded))
}

/** Waits for pending writes, because the event of a change can arrive before its response. */
export async function writesSettled(): Promise<void> {
  await Promise.all(pending)
}

export function isOwnWrite({
  subject,
  type,
}: {
  subject: { id: string; version: number | null }
  type: string
}) {
  return written.has(`${subject.id} ${type.endsWith('.deleted') ? 'deleted' : subject.version}`)
}

interface Written {
  id?: string
  version?: number
  deletedAt?: string
  /** The tasks of a bulk change. Other responses have a count here. */
  tasks?: Written[] | number
}

function record(response: unknown): void {
  const { id, version, deletedAt, tasks } = response as Written
  if (id) written.add(`${id} ${deletedAt ? 'deleted' : version}`)
  if (Array.isArray(tasks)) tasks.forEach(record)
}
