#!/usr/bin/env node
import { isSupported, runOnBundledNode } from '../runtime/launch.js'

// Plain JavaScript, because an older Node starts this file. The program itself is TypeScript.
const program = new URL('baton.ts', import.meta.url)

if (isSupported(process.versions.node)) await import(program.href)
else runOnBundledNode(program, process.argv.slice(2))
