#!/usr/bin/env node
import fs from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { isSupported, runOnBundledNode } from './launch.js'
import { watchLaunchers } from './watch-launchers.js'

/** The command of the released package. Plain JavaScript for Node 20 and newer, because it chooses the Node to run. */
const programs = {
  start: 'main',
  migrate: 'migrate',
  seed: 'seed',
  demo: 'demo',
  admin: 'admin',
  backup: 'backup',
  restore: 'restore',
}
/** The compile cache, which halves the time of the next start. Node skips it if the user can't write here. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const help = `baton-server ${version}

Usage: baton-server [command]

Commands:
  start                        Serve the dashboard, the API and MCP. The default.
  migrate                      Update the database schema.
  seed                         Add missing default data.
  demo                         Add an example organization.
  admin <command>              Administer users and settings. See "baton-server admin --help".
  backup [file]                Save everything to a file.
  restore <file> [--replace]   Load a backup into an empty database. --replace overwrites existing data.

Settings are environment variables, such as PORT, APP_URL and DATA_DIR (default: data/ in the current folder).
`

const [command = 'start', ...rest] = process.argv.slice(2)
if (['--help', '-h', 'help'].includes(command) || (command === 'start' && rest.includes('--help'))) {
  process.stdout.write(help)
} else if (['--version', '-V'].includes(command)) {
  process.stdout.write(`${version}\n`)
} else if (!Object.hasOwn(programs, command)) {
  console.error(
    `There is no command "${command}". Commands: ${Object.keys(programs).join(', ')}. See "baton-server --help".`,
  )
  process.exitCode = 2
} else {
  await run(new URL(`../dist/${programs[command]}.js`, import.meta.url))
}

async function run(program) {
  if (fs.existsSync('.env')) process.loadEnvFile('.env')
  process.env.NODE_COMPILE_CACHE ??= compiled
  if (!isSupported(process.versions.node)) return runOnBundledNode(program, rest)
  watchLaunchers(() => process.kill(process.pid, 'SIGTERM'))
  // Before any module loads, because V8 rejects cached code of other flags. See docs/decisions/0040-first-start.md.
  setFlagsFromString('--wasm-tiering-budget=130000000')
  module.enableCompileCache(compiled)
  process.argv = [process.execPath, fileURLToPath(program), ...rest]
  await import(program.href)
}
