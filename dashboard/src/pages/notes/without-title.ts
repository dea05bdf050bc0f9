/** A text that begins with its own title would say it twice. */
export function withoutTitle({ title, content }: { title: string; content: string }): string {
  const [, heading, rest] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)([^]*)$/.exec(content) ?? []
  return heading === title ? rest! : content
}
