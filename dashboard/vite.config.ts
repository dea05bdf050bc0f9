import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The editor and comparison of documents. Queries aren't part of it, because routes load them before the page.
const documents =
  'ui/(markdown-(editor|keys|completion|conflict|links)|caret-position|diff|unsaved-guard|public-url)|pages/(knowledge|notes|decisions|specs|skills)/(?!queries)'
const agents =
  'pages/((agents|memory|sessions|search)/(?!queries)|activity/(activity-(feed|entry|filters)|event-details))'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // No inlined assets, because the content security policy doesn't allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Served beside the scripts, because most licenses must be shipped with the code.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: {
      output: {
        // Puts code that several pages share into one file instead of many small ones.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: new RegExp(`dashboard/src/(?!${documents}|${agents})|react-query|lucide-react`),
              minShareCount: 2,
              priority: 1,
            },
            // Changes seldom, so browsers keep it in the cache after an update of Baton.
            { name: 'base-ui', test: /node_modules\/(@base-ui|@floating-ui)\//, priority: 2 },
            // Keeps the editor and the agent pages out of the code that task pages load.
            { name: 'documents', test: new RegExp(`dashboard/src/(${documents})`), minShareCount: 2 },
            { name: 'agents', test: new RegExp(`dashboard/src/(${agents})`), minShareCount: 2 },
          ],
        },
      },
    },
  },
})
