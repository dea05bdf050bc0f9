const graphemes = new Intl.Segmenter()
const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\uff01-\uff60]/u

/** Returns the number of terminal columns that a text needs. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (widthOf(kept + segment) > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Puts a text on one line and removes control characters, because other users may have written it. */
export function clean(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
}

export function cleanLines(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
}

/** Breaks a text between words into lines of at most this width. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(`${line} ${word}`) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** Aligns two columns and wraps the second one. */
export function pairs(rows: [string, string][], width = terminalWidth()): string {
  const left = Math.min(28, Math.max(0, ...rows.map(([name]) => widthOf(name))))
  const room = Math.max(30, Math.min(width, 110) - left - 4)
  return rows
    .flatMap(([name, text]) => {
      const [first = '', ...more] = wrap(text, room)
      const indent = ' '.repeat(left + 4)
      const beside =
        widthOf(name) <= left ? [`  ${pad(name, left)}  ${first}`] : [`  ${name}`, indent + first]
      return [...beside.map((line) => line.trimEnd()), ...more.map((line) => indent + line)]
    })
    .join('\n')
}

/** The width of the terminal, or no limit where a program reads the output. */
export function terminalWidth(): number {
  return process.stdout.columns ?? (Number(process.env.COLUMNS) || Infinity)
}
