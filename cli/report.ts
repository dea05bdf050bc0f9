import os from 'node:os'
import { readInput } from './ask.ts'
import { commands } from './commands.ts'
import { readSettings } from './config.ts'
import { connect } from './connection.ts'
import { UsageError } from './failures.ts'
import { readOptions } from './options.ts'
import { outputOptions, readOutput } from './output.ts'
import { fileAt } from './values.ts'
import { version } from './version.ts'

/** Reports a problem to the administrators of the instance, with the version and the platform of this CLI. */
export async function report(words: string[]): Promise<void> {
  const options = readOptions(words, {
    title: 'string',
    description: 'string',
    page: 'string',
    screenshot: 'string',
    ...outputOptions,
  })
  const id = 'issues.create'
  const output = readOutput(options, { id, result: commands.find((command) => command.id === id)!.result })
  const title = options.get('title')
  if (!title) throw new UsageError('--title is missing.')
  const file = options.get('screenshot')
  // Reads the file first, so that a typing error doesn't leave an issue without its screenshot.
  const image = file === undefined ? undefined : fileAt({ flag: 'screenshot' }, file)
  const typed = options.get('description')
  const description = typed === '-' ? await readInput() : typed
  const pageUrl = options.get('page')
  const call = connect(readSettings())
  const issue = await call(id, {
    title,
    ...(description !== undefined && { description }),
    ...(pageUrl !== undefined && { pageUrl }),
    browser: `baton CLI on ${os.platform()} ${os.release()} (${os.arch()}), Node ${process.versions.node}`,
    appVersion: version,
  })
  output.print(image ? await call('issues.setScreenshot', { issue: issue.id, image }) : issue)
}
