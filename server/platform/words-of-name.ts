/** Returns an identifier as words for people: `search_code` is "Search code". */
export function wordsOfName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
