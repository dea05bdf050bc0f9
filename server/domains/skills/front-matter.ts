/*
 * The head of a SKILL.md: the flat part of YAML that these files use. What it does not understand it refuses with the
 * line and a sentence, since a head that is misread is worse than one that is not read.
 */
export type FrontMatter = Record<string, string | string[]>

export class Unreadable extends Error {}

const longestHead = 10_000

/** Takes a SKILL.md apart. */
export function readSkillFile(text: string): { head: FrontMatter; content: string } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  if (lines[0]?.trimEnd() !== '---')
    throw new Unreadable('It must begin with a line "---", and its name and description after it.')
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line))
  if (end < 0) throw new Unreadable('Its head begins with "---" but no other line "---" ends it.')
  if (lines.slice(1, end).join('\n').length > longestHead)
    throw new Unreadable(`Its head has more than ${longestHead.toLocaleString('en')} characters.`)
  const content = lines.slice(end + 1)
  // One empty line stands between head and text.
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
      throw new Unreadable(`Line ${at + 2}: ${sentence}`)
    }
    if (/^\s*(#.*)?$/s.test(line)) {
      at++
      continue
    }
    if (/^\s/.test(line)) fail('It is indented, but nothing above it says what it belongs to.')
    const [, key, rest] = /^([A-Za-z0-9_-]+)\s*:(?:\s+(.*))?$/s.exec(line) ?? fail('Expected "name: value".')
    if (Object.hasOwn(head, key!)) fail(`"${key}" is there twice.`)
    const below: string[] = []
    while (at + 1 + below.length < lines.length && belongs(lines[at + 1 + below.length]!, rest ?? ''))
      below.push(lines[at + 1 + below.length]!)
    head[key!] = readValue((rest ?? '').trim(), below, fail)
    at += 1 + below.length
  }
  return head
}

/** What is indented belongs to the line above, and so do the items of a list that begins there. */
function belongs(line: string, rest: string): boolean {
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
      fail('Values inside values are not understood here: write it as text or as a list.')
    return readText(more.join(' '), fail)
  }
  if (text.startsWith('[')) return readList([text, ...more].join(' '), fail)
  return readText([text, ...more].join(' '), fail)
}

function readText(text: string, fail: Fail): string {
  if (text.startsWith('"')) {
    const [, quoted] =
      /^("(?:[^"\\]|\\[^])*")\s*(?:#.*)?$/s.exec(text) ?? fail('The text in " quotes has no end.')
    try {
      return JSON.parse(quoted!) as string
    } catch {
      return fail('The text in " quotes has a "\\" before a letter that means nothing.')
    }
  }
  if (text.startsWith("'")) {
    const [, quoted] = /^'((?:[^']|'')*)'\s*(?:#.*)?$/s.exec(text) ?? fail("The text in ' quotes has no end.")
    return quoted!.replaceAll("''", "'")
  }
  if (/^[{&*!%@`|>]/.test(text)) fail(`A text that begins with "${text[0]}" must stand in quotes.`)
  return text.replace(/\s+#.*$/s, '')
}

function readList(text: string, fail: Fail): string[] {
  const [, inner] = /^\[(.*)\]\s*(?:#.*)?$/s.exec(text) ?? fail('The list in [ ] has no end.')
  const items = inner!.match(/\s*("(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|[^,]*)\s*(,|$)/g) ?? []
  return items
    .map((item) => item.replace(/,\s*$/, '').trim())
    .filter((item) => item !== '')
    .map((item) =>
      /[[\]{}]/.test(item[0]!) ? fail('Lists in lists are not understood here.') : readText(item, fail),
    )
}

function readBlock(style: string, chomp: string, below: string[], fail: Fail): string {
  const first = below.find((line) => line.trim() !== '')
  const indent = first ? /^ */.exec(first)![0].length : 0
  if (first && indent === 0) fail('What follows "|" or ">" must be indented with spaces.')
  const lines = below.map((line) => {
    if (line.trim() === '') return ''
    if (/^ */.exec(line)![0].length < indent) fail('The lines of a text must be indented alike.')
    return line.slice(indent)
  })
  const kept = lines.join('\n').replace(/\n+$/, '')
  const text = style === '|' ? kept : kept.replace(/(\S)\n(?=\S)/g, '$1 ').replace(/\n(\n+)/g, '$1')
  return chomp === '-' || text === '' ? text : `${text}\n`
}

/** As it is where no reader could take it for something else, otherwise in quotes. */
function writeText(text: string): string {
  const plain = /^[A-Za-z][\w ./()+-]*$/.test(text) && !/\s$/.test(text)
  return plain && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text)
}
