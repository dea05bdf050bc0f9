import { startCommand } from './command.ts'

startCommand(
  `Usage: npm run screenshots [-- <page> …]

Starts a server with the example organization in a temporary folder, and takes each main page of the dashboard in light,
dark and on a phone. Writes docs/images/<page>-<light|dark|phone>.png. With names of pages, takes only these. Needs
Chromium.`,
)
const { reportFailure } = await import('../server/platform/operator-error.ts')
try {
  const { startExample } = await import('./screenshots/example.ts')
  const { choosePages } = await import('./screenshots/pages.ts')
  const { takeScreenshots } = await import('./screenshots/take.ts')
  const pages = choosePages(process.argv.slice(2))
  const example = await startExample()
  try {
    await takeScreenshots(example, pages)
  } finally {
    await example.stop()
  }
} catch (error) {
  reportFailure(error)
}
