const maxMentions = 20

/** Returns the item numbers that a text or branch name mentions, such as WEB-42 in `feature/web-42-login`. */
export function mentionedIn(text: string): string[] {
  const found = text.matchAll(/(?<![a-z0-9])([A-Z][A-Z0-9]{0,9}-[1-9]\d{0,8})(?![a-z0-9])/gi)
  return [...new Set([...found].map(([, key]) => key!.toUpperCase()))].slice(0, maxMentions)
}

/** Returns whether a text mentions an item of the project with this key. */
export function mentionsItemOf(projectKey: string, text: string): boolean {
  return mentionedIn(text).some((key) => isKeyOf(projectKey, key))
}

/** Returns whether an item number belongs to the project with this key. */
export function isKeyOf(projectKey: string, key: string): boolean {
  return key.startsWith(`${projectKey.toUpperCase()}-`)
}
