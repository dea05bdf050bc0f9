/** Returns whether a path is a page or below it. Only the home page itself is at "/". */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || (parent !== '/' && path.startsWith(`${parent}/`))
}

/** Returns the page of a list that a path belongs to: the one with the longest path. */
export function pageAt<Page extends { to: string }>(path: string, pages: readonly Page[]): Page | undefined {
  return pages
    .filter(({ to }) => isWithin(path, to))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
}
