import path from 'node:path'
import type { Counted } from './repo.ts'

/** File extensions by language. Other files are not counted. */
const extensions: Record<string, string[]> = {
  TypeScript: ['ts', 'tsx', 'mts', 'cts'],
  JavaScript: ['js', 'jsx', 'mjs', 'cjs'],
  Python: ['py', 'pyi'],
  Go: ['go'],
  Rust: ['rs'],
  Java: ['java'],
  Kotlin: ['kt', 'kts'],
  Swift: ['swift'],
  Ruby: ['rb', 'rake'],
  PHP: ['php'],
  'C#': ['cs'],
  'F#': ['fs', 'fsx'],
  C: ['c', 'h'],
  'C++': ['cc', 'cpp', 'cxx', 'hpp', 'hh'],
  Scala: ['scala'],
  Elixir: ['ex', 'exs'],
  Erlang: ['erl'],
  Haskell: ['hs'],
  OCaml: ['ml', 'mli'],
  Clojure: ['clj', 'cljs'],
  Dart: ['dart'],
  Lua: ['lua'],
  R: ['r'],
  Julia: ['jl'],
  Zig: ['zig'],
  Shell: ['sh', 'bash', 'zsh'],
  PowerShell: ['ps1'],
  SQL: ['sql'],
  HTML: ['html'],
  CSS: ['css', 'scss'],
  Vue: ['vue'],
  Svelte: ['svelte'],
  Terraform: ['tf'],
  Markdown: ['md', 'mdx'],
  'Objective-C': ['m', 'mm'],
}
const languageOf = new Map(
  Object.entries(extensions).flatMap(([language, endings]) => endings.map((ending) => [ending, language])),
)

const maxListed = 12

/** Counts the files of each language. */
export function languagesOf(paths: string[]): Counted[] {
  return countNames(paths.map((each) => languageOf.get(path.extname(each).slice(1).toLowerCase())))
}

/** Counts the files of each top-level folder. */
export function foldersOf(paths: string[]): Counted[] {
  return countNames(
    paths.map((each) => (each.includes('/') ? each.slice(0, each.indexOf('/')) : undefined)),
    30,
  )
}

function countNames(names: (string | undefined)[], max = maxListed): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, files]) => ({ name, files }))
    .toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1))
    .slice(0, max)
}
