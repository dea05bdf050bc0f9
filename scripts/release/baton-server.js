#!/usr/bin/env node
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import module, { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The command of the released package. Plain JavaScript that any Node since 20 runs, because it chooses the Node. */
const programs = {
  start: 'main',
  migrate: 'migrate',
  seed: 'seed',
  demo: 'demo',
  backup: 'backup',
  restore: 'restore',
}
/** Compiled code halves the time of the next start. Node does without where the user can't write here. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const { version, optionalDependencies } = JSON.parse(
  fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const help = `baton-server ${version}

Usage: baton-server [command]

Commands:
  start                        Serve the dashboard, the API and MCP. The default.
  migrate                      Update the schema of the database.
  seed                         Add missing default data.
  demo                         Add an example organization.
  backup [file]                Save everything to a file.
  restore <file> [--replace]   Load a backup, into an empty database unless you pass --replace.

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
  if (isNewEnough(process.versions.node)) {
    module.enableCompileCache(compiled)
    process.argv = [process.execPath, fileURLToPath(program), ...rest]
    await import(program.href)
    return
  }
  const node = packagedNode()
  if (!node) return reject()
  // In its own process group, because Ctrl+C would otherwise arrive twice, and a second signal ends the server without grace.
  const detached = process.platform !== 'win32'
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
  const child = spawn(node, [fileURLToPath(program), ...rest], { stdio: 'inherit', env, detached })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    for (const each of signals) process.off(each, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function isNewEnough(node) {
  const [major, minor] = node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

/** Returns the Node of the platform package that npm installed, if it has one for this machine. */
function packagedNode() {
  const require = createRequire(import.meta.url)
  for (const name of Object.keys(optionalDependencies)) {
    try {
      const file = require.resolve(`${name}/package.json`)
      const { bin } = JSON.parse(fs.readFileSync(file, 'utf8'))
      return path.join(path.dirname(file), bin.node)
    } catch {
      // Packages for other platforms aren't installed.
    }
  }
  return undefined
}

function reject() {
  console.error(
    `Baton needs Node 24.7 or newer, and this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
}
