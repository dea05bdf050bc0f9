#!/usr/bin/env node
import module from 'node:module'
import os from 'node:os'
import path from 'node:path'

// Halves the start time. The cache is in the user's own folder: another user could put code into a shared one.
const cacheFolder = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
module.enableCompileCache?.(path.join(cacheFolder, 'baton'))
const { main } = await import('./main.ts')

// Not process.exit(): output to a pipe must be flushed first.
process.exitCode = await main(process.argv.slice(2))
