import path from 'node:path'
import type { Counted } from './contents.ts'

/** The languages that people write, by how their files end. What is not here counts as none. */
const byEnding: Record<string, string[]> = {
  ...{
    TypeScript: ['ts', 'tsx', 'mts', 'cts'],
    JavaScript: ['js', 'jsx', 'mjs', 'cjs'],
    Python: ['py', 'pyi'],
  },
  ...{
    Go: ['go'],
    Rust: ['rs'],
    Java: ['java'],
    Kotlin: ['kt', 'kts'],
    Swift: ['swift'],
    Ruby: ['rb', 'rake'],
  },
  ...{
    PHP: ['php'],
    'C#': ['cs'],
    'F#': ['fs', 'fsx'],
    C: ['c', 'h'],
    'C++': ['cc', 'cpp', 'cxx', 'hpp', 'hh'],
  },
  ...{ Scala: ['scala'], Elixir: ['ex', 'exs'], Erlang: ['erl'], Haskell: ['hs'], OCaml: ['ml', 'mli'] },
  ...{ Clojure: ['clj', 'cljs'], Dart: ['dart'], Lua: ['lua'], R: ['r'], Julia: ['jl'], Zig: ['zig'] },
  ...{
    Shell: ['sh', 'bash', 'zsh'],
    PowerShell: ['ps1'],
    SQL: ['sql'],
    HTML: ['html'],
    CSS: ['css', 'scss'],
  },
  ...{
    Vue: ['vue'],
    Svelte: ['svelte'],
    Terraform: ['tf'],
    Markdown: ['md', 'mdx'],
    'Objective-C': ['m', 'mm'],
  },
}
const languageOf = new Map(
  Object.entries(byEnding).flatMap(([language, endings]) => endings.map((ending) => [ending, language])),
)

const mostListed = 12

/** Which languages it is written in, by how many files. */
export function languagesOf(paths: string[]): Counted[] {
  return counted(paths.map((each) => languageOf.get(path.extname(each).slice(1).toLowerCase())))
}

/** What is at the top of it, by how many files. */
export function foldersOf(paths: string[]): Counted[] {
  return counted(
    paths.map((each) => (each.includes('/') ? each.slice(0, each.indexOf('/')) : undefined)),
    30,
  )
}

function counted(names: (string | undefined)[], most = mostListed): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, files]) => ({ name, files }))
    .toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1))
    .slice(0, most)
}
