/** Removes a leading heading that repeats the title. */
export function withoutTitle({ title, content }: { title: string; content: string }): string {
  const [, heading, rest] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)([^]*)$/.exec(content) ?? []
  return heading === title ? rest! : content
}
