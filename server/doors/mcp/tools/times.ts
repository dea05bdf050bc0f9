const date = /^\d{4}-\d\d-\d\d$/
const standard = /^\S+T\S+Z$/
const withZone = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)$/i

/**
 * Reads a date, or a time with any zone, as a time in UTC. A date means its start, and as a due date its end. Returns
 * undefined for a time without a zone, which is ambiguous, and for other texts. Validation then asks for the zone.
 */
export function timeOf(text: string, field: string): string | undefined {
  const bare = text.trim()
  if (standard.test(bare)) return bare
  if (date.test(bare)) return utc(bare, field === 'dueAt' ? '23:59:59' : '00:00:00', 'Z')
  const [, day, time, zone] = withZone.exec(bare) ?? []
  return day && utc(day, time!, zone!.toUpperCase())
}

function utc(day: string, time: string, zone: string): string | undefined {
  const midnight = new Date(`${day}T00:00:00Z`)
  // JavaScript reads 2026-02-30 as 2 March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
  const exact = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(exact.getTime()) ? undefined : exact.toISOString()
}
