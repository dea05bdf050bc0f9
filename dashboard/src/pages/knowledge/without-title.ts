import { plainLine } from '../../../../server/platform/plain-text.ts'

/** Returns the content of a document without a leading heading that repeats the title. */
export function withoutTitle({ title, content }: { title: string; content: string }): string {
  const [, heading, rest] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)([^]*)$/.exec(content) ?? []
  return heading && plainLine(heading).toLowerCase() === title.toLowerCase() ? rest! : content
}
