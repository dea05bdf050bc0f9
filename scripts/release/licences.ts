import fs from 'node:fs'
import path from 'node:path'
import type { PackageFile } from './manifest.ts'

/** Returns the licence texts of the packages in a bundle. Most licences require their text to ship with the code. */
export function licencesOf(modules: string[]): string {
  const folders = [...new Set(modules.map(packageFolder))].toSorted()
  return folders.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`)
}

function packageFolder(file: string): string {
  return /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file.split(path.sep).join('/'))![0]
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as PackageFile
  const file = fs.readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file ? fs.readFileSync(path.join(folder, file), 'utf8').trim() : ''
  return `${name} ${version}, ${license ?? 'see its text'}\n\n${text}\n`
}
