/** Returns a text if it is a key of these names, such as a filter in a URL. */
export function keyIn<Key extends string>(
  names: Record<Key, string>,
  text: string | undefined,
): Key | undefined {
  return text !== undefined && Object.hasOwn(names, text) ? (text as Key) : undefined
}
