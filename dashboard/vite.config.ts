import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What a document is written and compared with. Queries are no part of it: they are read before a page is there.
const documents =
  'ui/(markdown-(editor|keys|completion|conflict|links)|caret-place|difference|unsaved|address-box)|pages/(knowledge|notes|decisions|specs|skills)/(?!queries)'
const agents =
  'pages/((agents|memory|sessions|search)/(?!queries)|activity/(activity-(feed|entry|filters)|event-details))'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Everything is a file of its own: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Served beside the scripts: most licences ask to be shipped with the code.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: {
      output: {
        // What several pages share comes in one file, not in twenty small ones.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: new RegExp(`dashboard/src/(?!${documents}|${agents})|react-query`),
              minShareCount: 2,
              priority: 1,
            },
            // Whoever only looks at their tasks waits for no editor, and for no agents.
            { name: 'documents', test: new RegExp(`dashboard/src/(${documents})`), minShareCount: 2 },
            { name: 'agents', test: new RegExp(`dashboard/src/(${agents})`), minShareCount: 2 },
          ],
        },
      },
    },
  },
})
