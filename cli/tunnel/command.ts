import fs from 'node:fs'
import path from 'node:path'
import { Failure, UsageError } from '../failures.ts'
import { orNearest } from '../nearest.ts'
import { readOptions } from '../options.ts'
import { claim } from './claim.ts'
import { permissionTemplate } from './init-template.ts'
import { install, uninstall } from './install.ts'
import { permissionFile } from './places.ts'
import { register } from './register.ts'
import { serve } from './serve.ts'
import { status } from './status.ts'

const subcommands: Record<string, (words: string[]) => Promise<void>> = {
  init,
  register,
  claim,
  status,
  install,
  uninstall,
}

/** Runs `baton tunnel` and its subcommands. */
export async function tunnel(words: string[]): Promise<void> {
  const [first = '', ...rest] = words
  if (first === '' || first.startsWith('-')) return serve(words)
  const run = Object.hasOwn(subcommands, first) ? subcommands[first] : undefined
  if (!run)
    throw new UsageError(
      `There is no command "tunnel ${first}". ${orNearest(first, Object.keys(subcommands))}`,
    )
  return run(rest)
}

/** Writes the permission file with comments. Never replaces one. */
async function init(words: string[]): Promise<void> {
  readOptions(words, {})
  const file = permissionFile()
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    fs.writeFileSync(file, permissionTemplate, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Failure(`${file} already exists. Edit it, or remove it first.`)
  }
  console.log(`Wrote ${file}. It allows almost nothing yet: edit it, then run "baton tunnel".`)
}
