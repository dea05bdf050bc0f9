/*
 * The front matter of a SKILL.md: the flat subset of YAML that these files use. Rejects unsupported syntax with the
 * line number, because misreading a value is worse than rejecting the file.
 */
export type FrontMatter = Record<string, string | string[]>

export class UnreadableSkillError extends Error {}

const maxHeadLength = 10_000

/** Splits a SKILL.md into its front matter and content. */
export function readSkillFile(text: string): { head: FrontMatter; content: string } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  if (lines[0]?.trimEnd() !== '---')
    throw new UnreadableSkillError('It must start with a line "---", followed by its name and description.')
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line))
  if (end < 0) throw new UnreadableSkillError('Its front matter has no closing line "---".')
  if (lines.slice(1, end).join('\n').length > maxHeadLength)
    throw new UnreadableSkillError(
      `Its front matter exceeds ${maxHeadLength.toLocaleString('en')} characters.`,
    )
  const content = lines.slice(end + 1)
  // `writeSkillFile` puts one empty line between front matter and content.
  if (content.length > 1 && content[0] === '') content.shift()
  return { head: readHead(lines.slice(1, end)), content: content.join('\n') }
}

export function writeSkillFile(head: FrontMatter, content: string): string {
  const lines = Object.entries(head).map(([key, value]) =>
    Array.isArray(value) ? `${key}: [${value.map(writeText).join(', ')}]` : `${key}: ${writeText(value)}`,
  )
  return `---\n${lines.join('\n')}\n---\n\n${content}`
}

function readHead(lines: string[]): FrontMatter {
  const head: FrontMatter = {}
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const fail = (sentence: string): never => {
      throw new UnreadableSkillError(`Line ${at + 2}: ${sentence}`)
    }
    if (/^\s*(#.*)?$/s.test(line)) {
      at++
      continue
    }
    if (/^\s/.test(line)) fail('This line is indented but belongs to no key.')
    const [, key, rest] = /^([A-Za-z0-9_-]+)\s*:(?:\s+(.*))?$/s.exec(line) ?? fail('Expected "name: value".')
    if (Object.hasOwn(head, key!)) fail(`The key "${key}" appears twice.`)
    const below: string[] = []
    while (at + 1 + below.length < lines.length && continuesValue(lines[at + 1 + below.length]!, rest ?? ''))
      below.push(lines[at + 1 + below.length]!)
    head[key!] = readValue((rest ?? '').trim(), below, fail)
    at += 1 + below.length
  }
  return head
}

/** Returns whether a line continues the value above: it is indented, empty, or an item of a list that starts there. */
function continuesValue(line: string, rest: string): boolean {
  return /^\s+\S/.test(line) || line.trim() === '' || (rest.trim() === '' && /^-(\s|$)/.test(line))
}

type Fail = (sentence: string) => never

function readValue(text: string, below: string[], fail: Fail): string | string[] {
  const block = /^([|>])([+-]?)\s*(#.*)?$/.exec(text)
  if (block) return readBlock(block[1]!, block[2]!, below, fail)
  const more = below.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (text === '' || text.startsWith('#')) {
    if (more.length === 0) return ''
    if (more.every((line) => /^-(\s|$)/.test(line)))
      return more.map((line) => readText(line.slice(1).trim(), fail))
    if (more.some((line) => /^[\w-]+:(\s|$)/.test(line)))
      fail('Nested values are not supported. Use a text or a list.')
    return readText(more.join(' '), fail)
  }
  if (text.startsWith('[')) return readList([text, ...more].join(' '), fail)
  return readText([text, ...more].join(' '), fail)
}

function readText(text: string, fail: Fail): string {
  if (text.startsWith('"')) {
    const [, quoted] =
      /^("(?:[^"\\]|\\[^])*")\s*(?:#.*)?$/s.exec(text) ?? fail('The text in double quotes is not closed.')
    try {
      return JSON.parse(quoted!) as string
    } catch {
      return fail('The text in double quotes has an invalid escape sequence.')
    }
  }
  if (text.startsWith("'")) {
    const [, quoted] =
      /^'((?:[^']|'')*)'\s*(?:#.*)?$/s.exec(text) ?? fail('The text in single quotes is not closed.')
    return quoted!.replaceAll("''", "'")
  }
  if (/^[{&*!%@`|>]/.test(text)) fail(`A text that starts with "${text[0]}" must be quoted.`)
  return text.replace(/\s+#.*$/s, '')
}

function readList(text: string, fail: Fail): string[] {
  const [, inner] = /^\[(.*)\]\s*(?:#.*)?$/s.exec(text) ?? fail('The list in [ ] is not closed.')
  const items = inner!.match(/\s*("(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|[^,]*)\s*(,|$)/g) ?? []
  return items
    .map((item) => item.replace(/,\s*$/, '').trim())
    .filter((item) => item !== '')
    .map((item) =>
      /[[\]{}]/.test(item[0]!) ? fail('Nested lists are not supported.') : readText(item, fail),
    )
}

function readBlock(style: string, chomp: string, below: string[], fail: Fail): string {
  const first = below.find((line) => line.trim() !== '')
  const indent = first ? /^ */.exec(first)![0].length : 0
  if (first && indent === 0) fail('The lines after "|" or ">" must be indented with spaces.')
  const lines = below.map((line) => {
    if (line.trim() === '') return ''
    if (/^ */.exec(line)![0].length < indent)
      fail('Every line of the block must be indented as far as the first.')
    return line.slice(indent)
  })
  const joined = lines.join('\n').replace(/\n+$/, '')
  const text = style === '|' ? joined : joined.replace(/(\S)\n(?=\S)/g, '$1 ').replace(/\n(\n+)/g, '$1')
  return chomp === '-' || text === '' ? text : `${text}\n`
}

/** Quotes a text unless every YAML reader would take it for the same plain text. */
function writeText(text: string): string {
  const isPlain = /^[A-Za-z][\w ./()+-]*$/.test(text) && !/\s$/.test(text)
  return isPlain && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text)
}
