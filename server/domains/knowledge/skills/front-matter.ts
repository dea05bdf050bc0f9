import { LineCounter, type Scalar, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** The front matter of a SKILL.md: texts and lists of texts. */
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

/** Parses YAML in which every value is a text or a list of texts. */
function readHead(lines: string[]): FrontMatter {
  const positions = new LineCounter()
  const text = lines.map(quoteColons).join('\n')
  const { contents, errors, warnings } = parseDocument(text, {
    schema: 'failsafe',
    prettyErrors: false,
    lineCounter: positions,
  })
  const fail = (offset: number, sentence: string): never => {
    // The first line of the file is "---".
    throw new UnreadableSkillError(`Line ${positions.linePos(offset).line + 1}: ${sentence}`)
  }
  const [problem] = [...errors, ...warnings]
  if (problem) fail(problem.pos[0], `${problem.message}.`)
  if (contents === null) return {}
  if (!isMap(contents)) return fail(contents.range[0], 'Expected "name: value".')
  const readText = (node: unknown, offset: number): string => {
    const text = isScalar(node) ? (node.value ?? '') : node === null ? '' : undefined
    return typeof text === 'string' ? text : fail(offset, unsupported)
  }
  const entries = contents.items.map(({ key, value }) => {
    const [offset] = (key as Scalar).range!
    const read = isSeq(value) ? value.items.map((item) => readText(item, offset)) : readText(value, offset)
    return [readText(key, offset), read] as const
  })
  return Object.fromEntries(entries)
}

const unsupported = 'Nested and tagged values are not supported. Use a text or a list.'

/** Quotes a plain value with a colon, such as `Use when: …`. YAML forbids it, but skill files often have it. */
function quoteColons(line: string): string {
  const [, key, value] = /^([\w-]+:\s+)([^\s"'[{|>&*!%@`#].*:\s.*)$/.exec(line) ?? []
  return value === undefined ? line : key! + JSON.stringify(value.replace(/\s+#.*$/, '').trimEnd())
}

/** Quotes a text unless every YAML reader would take it for the same plain text. */
function writeText(text: string): string {
  const isPlain = /^[A-Za-z][\w ./()+-]*$/.test(text) && !/\s$/.test(text)
  return isPlain && !/^(true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text)
}
