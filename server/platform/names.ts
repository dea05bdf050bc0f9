export function toCamelCase(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toKebabCase(name: string): string {
  return toSnakeCase(name).replaceAll('_', '-')
}

/** Turns 'Café & Friends' into 'cafe-friends' for use in a URL. The result may be empty. */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
}

/** Yields the name itself, then name-2, name-3, … */
export function* numbered(name: string): Generator<string> {
  yield name
  for (let number = 2; ; number++) yield `${name}-${number}`
}
