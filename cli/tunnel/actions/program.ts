import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { ActionError } from '../action-error.ts'
import { environmentFor } from '../environment.ts'
import { type Ended, waitForGroup } from '../process-group.ts'
import { processStart } from '../process-start.ts'
import type { ActionContext } from './context.ts'

interface Program {
  program: string
  arguments: string[]
  folder: string
  environment: Record<string, string>
}

/** Runs a program without a shell, in its own process group, and streams its output. */
export async function runProgram(
  { program, arguments: words, folder, environment }: Program,
  { signal, onOutput, onChild }: ActionContext,
): Promise<Ended> {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ActionError("The folder of this command doesn't exist on the machine any more.")
  const child = spawn(program, words, {
    cwd: folder,
    env: environmentFor(environment),
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  if (child.pid !== undefined) onChild({ pid: child.pid, start: processStart(child.pid) })
  try {
    return await waitForGroup(child, signal)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new ActionError("The program of this command doesn't exist on the machine.")
      : error
  }
}

/** Returns the reason for `failed`, or undefined after exit code 0. */
export function failureOf({ exitCode, signal }: Ended): string | undefined {
  if (signal !== null) return `The command was ended by ${signal}.`
  return exitCode === 0 ? undefined : `The command ended with exit code ${exitCode}.`
}
