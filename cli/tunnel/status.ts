import { Failure } from '../failures.ts'
import { readOptions } from '../options.ts'
import { clean } from '../text.ts'
import { type Declaration, declarationOf } from './declaration.ts'
import { summaryOf, titleOf } from './events.ts'
import { findHolder } from './lock.ts'
import { readPermissions } from './permission-file.ts'
import { permissionFile, stateFolder } from './places.ts'
import { readRecentRuns } from './run-log.ts'
import { readStatus } from './status-file.ts'
import { readRegistration } from './token-file.ts'

const maxRuns = 10

/** Runs `baton tunnel status`: the machine's own view, which needs no connection. */
export async function status(words: string[]): Promise<void> {
  const json = readOptions(words, { json: 'boolean' }).has('json')
  const { url, tunnel, name } = readRegistration()
  const folder = stateFolder(tunnel)
  const holder = findHolder(folder)
  const stored = readStatus(folder)
  const connection = holder && stored?.pid === holder.pid ? stored : undefined
  const facts = {
    name: clean(name),
    server: url,
    tunnel,
    process: holder?.pid ?? null,
    connectedSince: connection?.connectedSince ?? null,
    problem: connection?.problem ?? null,
    ...permissionFacts(),
    runs: readRecentRuns(folder, maxRuns).map(({ order, state, at, reason = '' }) => {
      const { input: _input, ...summary } = summaryOf(order)
      return { ...summary, state, at, reason: reason === '' ? null : clean(reason) }
    }),
  }
  if (json) return console.log(JSON.stringify(facts, null, 2))
  console.log(`Registered as "${facts.name}" at ${url}.`)
  console.log(connectionText(facts))
  console.log(facts.permissionError ?? `${facts.permissionFile} allows:`)
  for (const { mode, ...action } of facts.actions) console.log(`  ${mode.padEnd(6)}  ${titleOf(action)}`)
  if (facts.runs.length > 0) console.log('Last runs:')
  for (const run of facts.runs)
    console.log(
      ['', run.at, run.state.padEnd(9), titleOf(run), run.requester, run.reason ?? ''].join('  ').trimEnd(),
    )
}

function permissionFacts() {
  const file = permissionFile()
  try {
    const { actions, requesters }: Declaration = declarationOf(readPermissions(file))
    return {
      permissionFile: file,
      permissionError: null,
      requesters,
      actions: actions.map(({ action, target, mode }) => ({ action, target, mode })),
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { permissionFile: file, permissionError: error.message, requesters: null, actions: [] }
  }
}

interface Facts {
  process: number | null
  connectedSince: string | null
  problem: string | null
}

function connectionText({ process: pid, connectedSince, problem }: Facts): string {
  if (pid === null) return 'Not running. Start it with "baton tunnel".'
  if (connectedSince !== null) return `Connected since ${connectedSince}, as process ${pid}.`
  return `Running as process ${pid}, not connected. ${problem ?? ''}`.trimEnd()
}
