import fs from 'node:fs'
import path from 'node:path'

/** The importers of each file in the repository. Includes only imports with a literal relative path. */
export type Importers = Map<string, Set<string>>

const sources = [
  '{server,cli,test,scripts,bench,eval,runtime}/**/*.{ts,mjs}',
  'dashboard/{src,test}/**/*.{ts,tsx}',
  'dashboard/*.ts',
]
const imported = /(?:\bfrom|\bimport|\bimport\s*\(|\bnew URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g
// Type imports don't exist at run time.
const ofTypes =
  /^(import|export) type [^'"]*['"][^'"]*['"]|^import \{(\s*type \w+,?)+\s*\} from ['"][^'"]*['"]/gm

export function readImporters(): Importers {
  const importers: Importers = new Map()
  for (const file of fs.globSync(sources).filter((name) => !name.includes('node_modules/'))) {
    const text = fs.readFileSync(file, 'utf8').replace(ofTypes, '')
    for (const [, specifier] of text.matchAll(imported)) {
      const target = path.join(path.dirname(file), specifier!)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
  }
  return importers
}

/** Returns the file and all files that import it, directly or indirectly. Doesn't follow importers of `ends`. */
export function importersOf(file: string, importers: Importers, ends: string[] = []): Set<string> {
  const found = new Set([file])
  for (const each of found)
    if (!ends.includes(each)) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}
