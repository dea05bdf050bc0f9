import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packCluster } from '../server/database/packed-cluster.ts'
import { initializeCluster } from '../server/database/pglite-cluster.ts'

/** Writes the files of a new embedded database to the repository. Needed after an upgrade of PGlite that changes them. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-cluster-'))
try {
  await initializeCluster(folder)
  packCluster(folder)
} finally {
  fs.rmSync(folder, { recursive: true })
}
