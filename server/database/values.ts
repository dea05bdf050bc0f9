import pg from 'pg'

// Times are strings in the protocol and in API responses, so they are never converted to Date objects in between.
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && oid === 1184) return isoTime as never
  if (format !== 'binary' && oid === textArrayType) return plainArray as never
  return pg.types.getTypeParser(oid, format)
}

const textArrayType = 1009 as never
const parseArray = pg.types.getTypeParser(textArrayType, 'text') as (text: string) => string[]

// Almost every array contains plain words, which need no parser. PostgreSQL quotes all other words, 'null' included.
function plainArray(text: string): string[] {
  if (text === '{}') return []
  const isPlain = !text.includes('"') && !text.includes('NULL') && !text.includes('{', 1)
  return isPlain ? text.slice(1, -1).split(',') : parseArray(text)
}

// '2026-11-15 01:53:10.123456+00' becomes '2026-11-15T01:53:10.123Z'. Trailing zeros of a fraction are left out, so it
// may have fewer digits, or be missing.
function isoTime(text: string): string {
  const day = text.slice(0, 10)
  if (text.length >= 26) return `${day}T${text.slice(11, 23)}Z`
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, text.lastIndexOf('+')) : ''
  return `${day}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
