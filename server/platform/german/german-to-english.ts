import fs from 'node:fs'
import { foldGerman, germanStem } from './german-stem.ts'

/*
 * Replaces German words with English ones, because the search model knows English only. The result keeps the German
 * word order: it is input for the model and for the search by words, and no one reads it.
 */

interface Glossary {
  /** English words by the form in the glossary. Distinguishes short words, such as "vor" and "von". */
  forms: Map<string, string[]>
  stems: Map<string, string[]>
}

let loaded: Glossary | undefined

function glossary(): Glossary {
  if (loaded) return loaded
  loaded = { forms: new Map(), stems: new Map() }
  const lines = fs
    .readFileSync(new URL('./glossary.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  for (const line of lines) {
    const [english, german] = line.split(' = ') as [string, string]
    for (const word of german.split(' ')) {
      add(loaded.forms, foldGerman(word), english)
      add(loaded.stems, germanStem(word), english)
    }
  }
  return loaded
}

function add(map: Map<string, string[]>, key: string, english: string): void {
  const known = map.get(key) ?? []
  if (!known.includes(english)) map.set(key, [...known, english])
}

/** Replaces the German words of a text that the glossary knows with English words. Keeps all others. */
export function germanToEnglish(text: string): string {
  return text.replace(/[\p{L}]+/gu, (word) => englishFor(word)[0] ?? word)
}

/** Returns the English words for a German word, best first. Splits compounds. Empty for an unknown word. */
export function englishFor(word: string): string[] {
  const { forms } = glossary()
  return forms.get(foldGerman(word)) ?? known(word) ?? splitCompound(word) ?? []
}

function known(word: string): string[] | undefined {
  const stem = germanStem(word)
  return stem.length >= minPartLength ? glossary().stems.get(stem) : undefined
}

const minPartLength = 3
const minCompoundLength = 8
// Letters between the parts of a compound: Rechnung-s-adresse, Kunde-n-daten.
const links = ['', 's', 'n', 'en', 'es', 'er']

/** Splits a compound at the longest known start: "Rechnungsadresse" is "invoice address". */
function splitCompound(word: string): string[] | undefined {
  if (word.length < minCompoundLength) return undefined
  for (let at = word.length - minPartLength; at >= minPartLength; at--) {
    const start = known(word.slice(0, at))
    if (!start) continue
    for (const link of links) {
      if (!word.startsWith(link, at)) continue
      const rest = word.slice(at + link.length)
      const end = rest.length >= minPartLength ? (known(rest) ?? splitCompound(rest)) : undefined
      if (end) return [`${start[0]} ${end[0]}`]
    }
  }
  return splitBorrowed(word)
}

const minBorrowedLength = 5

/** Splits a compound that ends with a word of another language: "Suchindex" is "search index". */
function splitBorrowed(word: string): string[] | undefined {
  for (let at = word.length - minBorrowedLength; at >= minBorrowedLength - 1; at--) {
    const start = known(word.slice(0, at))
    if (start) return [`${start[0]} ${word.slice(at)}`]
  }
  return undefined
}
