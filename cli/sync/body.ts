import type { Fields } from '../cells.ts'
import { FileError } from './front-matter.ts'

/*
 * An item with several texts has a section for each, below "## Context" and "## Rationale". A line of the texts that
 * looks like one of these headings is written with a backslash, which Markdown shows as the same line.
 */

/** Returns the text below the front matter. One empty line separates headings and texts, so that every text survives. */
export function joinSections(names: string[], fields: Fields): string {
  const textOf = (name: string) => String(fields[name] ?? '')
  if (names.length === 1) return textOf(names[0]!)
  return names
    .filter((name) => textOf(name) !== '')
    .map((name) => `## ${headingOf(name)}\n\n${textOf(name).replace(headingLines(names), '\\$&')}`)
    .join('\n\n')
}

/** Divides the text below the front matter. Text before the first heading belongs to the first section. */
export function splitSections(names: string[], text: string, line: number): Fields {
  if (names.length === 1) return { [names[0]!]: text }
  const sections = Object.fromEntries(names.map((name) => [name, '']))
  const headings = [...text.matchAll(headingLines(names))].filter(([found]) => !found.startsWith('\\'))
  const intro = text.slice(0, headings[0]?.index ?? text.length)
  const parts: [string, string][] =
    intro.trim() === '' ? [] : [[names[0]!, headings.length > 0 ? intro.replace(/\n{1,2}$/, '') : intro]]
  for (const [index, heading] of headings.entries()) {
    const next = headings[index + 1]?.index
    const inner = text.slice(heading.index + heading[0].length, next).replace(/^\n\n?/, '')
    const name = names.find((each) => headingOf(each) === heading[1])!
    if (parts.some(([other]) => other === name)) {
      const at = line + text.slice(0, heading.index).split('\n').length
      throw new FileError(at, `There is a second section "${heading[0]}".`)
    }
    parts.push([name, next === undefined ? inner : inner.replace(/\n\n?$/, '')])
  }
  for (const [name, part] of parts)
    sections[name] = part.replace(headingLines(names), (found) =>
      found.startsWith('\\') ? found.slice(1) : found,
    )
  return sections
}

function headingLines(names: string[]): RegExp {
  return new RegExp(`^\\\\*## (${names.map(headingOf).join('|')})[ \\t]*$`, 'gm')
}

function headingOf(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}
