import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchLaunchers } from './watch-launchers.js'

/*
 * Chooses the Node that runs Baton: the current one, or the one that npm installed with Baton if the current is too
 * old. Plain JavaScript for Node 20 and newer, because an old Node runs this file.
 */

/** Baton hashes passwords with crypto.argon2, which Node has from 24.7 on. */
const oldestNode = '24.7'

/** Returns whether Baton runs on this version of Node, such as 24.21.0. */
export function isSupported(version = '') {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Runs the program, a file URL, with the same options on the bundled Node. Its exit code becomes that of this process. */
export function runOnBundledNode(program, args = []) {
  const node = findBundledNode()
  if (!node) return reject()
  const child = spawn(node, [...process.execArgv, fileURLToPath(program), ...args], { stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  watchLaunchers(() => forward('SIGTERM'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  child.once('error', reject)
  child.once('exit', (code, signal) => {
    for (const each of signals) process.off(each, forward)
    process.exitCode = signal ? 128 + constants.signals[signal] : code
  })
}

/** Returns the Node of the platform package that npm installed, or undefined on a platform without one. */
function findBundledNode() {
  const require = createRequire(import.meta.url)
  for (const name of Object.keys(require('./package.json').optionalDependencies)) {
    try {
      const manifest = require.resolve(`${name}/package.json`)
      return path.join(path.dirname(manifest), require(manifest).bin.node)
    } catch {
      // npm installs no package for another platform.
    }
  }
  return undefined
}

function reject() {
  console.error(
    `Baton needs Node ${oldestNode} or newer, and this is Node ${process.versions.node}. Install it from https://nodejs.org, or run "npm install" in the repository, which includes it.`,
  )
  process.exitCode = 1
}
