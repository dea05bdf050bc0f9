import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importSingleIcons, shipFont, shipNamedOperations } from './build-plugins.ts'
import { layers } from './layers.ts'

/** The editor and comparison of documents, and the pages of agents. Most sessions open only one of them. */
const documents =
  /dashboard\/src\/(ui\/(markdown-|diff|unsaved-guard)|pages\/(knowledge|notes|decisions|specs|skills)\/)/
const agents = /dashboard\/src\/pages\/(agents|memory|sessions|search|activity)\//

export default defineConfig({
  plugins: [react(), tailwindcss(), importSingleIcons(), shipFont(), shipNamedOperations()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Lists the files that each page loads, for test/dashboard-size.test.ts.
    manifest: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // No inlined assets, because the content security policy doesn't allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor of documents is larger than the default, but pages load it only on first use.
    chunkSizeWarningLimit: 600,
    // Served beside the scripts, because most licenses must be shipped with the code.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The code of every page, also of the sign-in. Libraries change seldom, so browsers keep them after an update.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            // The code of the pages that people open first, in a few files. No page loads much code of others.
            ...layers,
            { name: 'documents', test: documents, minShareCount: 2 },
            { name: 'agents', test: agents, minShareCount: 2 },
            { name: 'shared', test: /dashboard\/src|lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
