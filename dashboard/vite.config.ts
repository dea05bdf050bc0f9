import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const known =
  /pages\/((agents|memory|sessions|search|knowledge|notes|decisions|specs|skills)\/|activity\/(activity-(feed|entry|filters)|event-details)).*\.tsx$|ui\/difference/

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Everything is a file of its own: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What several pages share comes in one file, not in twenty small ones.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: (id) => /dashboard\/src|react-query/.test(id) && !known.test(id),
              minShareCount: 2,
              priority: 1,
            },
            // What only the pages about knowledge and agents share is loaded with the first of these.
            { name: 'known', test: known, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
