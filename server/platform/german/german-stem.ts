/**
 * Reduces a German word to its stem, so that inflected forms compare equal. Removes umlauts, the prefix of the
 * participle and the endings of declension and conjugation. PostgreSQL stems the indexed words itself; this function
 * serves the glossary, which also works without a database.
 */
export function germanStem(word: string): string {
  let stem = foldGerman(word).replace(/^ge(?=.{4,})/, '')
  for (;;) {
    if (stem.length > 5 && /(em|er|nd)$/.test(stem)) stem = stem.slice(0, -2)
    else if (stem.length > 3 && /[tesn]$/.test(stem)) stem = stem.slice(0, -1)
    else return stem
  }
}

/** Lowercases a word and replaces umlauts and ß, which people also type as two letters. */
export function foldGerman(word: string): string {
  return word
    .toLowerCase()
    .replace(/ä|ae/g, 'a')
    .replace(/ö|oe/g, 'o')
    .replace(/ü|ue(?!ll)/g, 'u')
    .replaceAll('ß', 'ss')
}
