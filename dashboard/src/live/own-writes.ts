/*
 * Which changes this page made itself. The journal names the person, but an agent with the person's token acts under the
 * same name: so what this page wrote is remembered by item and version, and everything else is news.
 */
const written = new Set<string>()
const underWay = new Set<Promise<unknown>>()

export function noteWrite(answer: Promise<unknown>): void {
  const noted = answer.then(remember, () => {})
  underWay.add(noted)
  void noted.finally(() => underWay.delete(noted))
}

/** The news of a change can overtake the answer to it. */
export async function writesSettled(): Promise<void> {
  await Promise.all(underWay)
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
  /** Of a change of many; elsewhere, how many there were. */
  tasks?: Written[] | number
}

function remember(answer: unknown): void {
  const { id, version, deletedAt, tasks } = answer as Written
  if (id) written.add(`${id} ${deletedAt ? 'deleted' : version}`)
  if (Array.isArray(tasks)) tasks.forEach(remember)
}
