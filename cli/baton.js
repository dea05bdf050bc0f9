#!/usr/bin/env node
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, because an older Node starts this file. The program itself is TypeScript and needs Node 24.
const neededMajor = 24
const program = new URL('baton.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= neededMajor) await import(program.href)
else runWith(findBundledNode())

/** Returns the Node that npm installed with the repository, or undefined on a platform without one. */
function findBundledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  try {
    const require = createRequire(import.meta.url)
    const { optionalDependencies } = require('../runtime/package.json')
    const name = Object.keys(optionalDependencies).find((each) => each.endsWith(`-${system}-${process.arch}`))
    const manifest = require.resolve(`${name}/package.json`)
    const file = join(dirname(manifest), require(manifest).bin.node)
    return fs.existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

function runWith(node) {
  if (node === undefined) {
    console.error(
      `baton needs Node ${neededMajor} or newer, and this is Node ${process.versions.node}. Run "npm install" in the repository, or install a newer Node.`,
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  child.on('error', (error) => {
    console.error(`The bundled Node can't start (${error.message}). Install Node ${neededMajor} or newer.`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code
    for (const each of signals) process.off(each, forward)
  })
}
