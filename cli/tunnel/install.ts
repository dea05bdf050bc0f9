import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure } from '../failures.ts'
import { readOptions } from '../options.ts'
import { permissionFile } from './places.ts'
import { type Program, type ServiceFile, launchdAgent, systemdUnit } from './service-files.ts'
import { readRegistration } from './token-file.ts'

/** Variables that decide where files and programs are. Others, such as tokens, stay out of the service. */
const keptVariables = [
  'PATH',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'BATON_TUNNEL_FILE',
  'BATON_TUNNEL_STATE',
  'NODE_EXTRA_CA_CERTS',
]

/** Runs `baton tunnel install`. */
export async function install(words: string[]): Promise<void> {
  const options = readOptions(words, { print: 'boolean' })
  const { file, text, start } = serviceFile()
  if (options.has('print')) {
    console.error(`"baton tunnel install" writes ${file}:`)
    return console.log(text.trimEnd())
  }
  readRegistration()
  if (!fs.existsSync(permissionFile()))
    throw new Failure('This machine allows nothing yet. Run "baton tunnel init" first.')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const written = `${file}.${process.pid}`
  fs.writeFileSync(written, text, { flag: 'wx' })
  fs.renameSync(written, file)
  console.log(`Wrote ${file}.`)
  for (const [purpose, command] of start) console.log(`${purpose}:\n  ${command}`)
}

/** Runs `baton tunnel uninstall`, which also stops the service. */
export async function uninstall(words: string[]): Promise<void> {
  readOptions(words, {})
  const { file, stop } = serviceFile()
  if (!fs.existsSync(file)) return console.log('No service is installed.')
  attempt(stop.before)
  fs.rmSync(file)
  attempt(stop.after)
  console.log(`Removed ${file}. The machine stays registered until you revoke it in the dashboard.`)
}

function serviceFile(): ServiceFile {
  const environment: Record<string, string> = {}
  for (const name of keptVariables) {
    const value = process.env[name]
    if (value) environment[name] = value
  }
  const words = [process.execPath, path.resolve(process.argv[1] ?? ''), 'tunnel']
  const program: Program = { words, environment, home: os.homedir() }
  if (process.platform === 'linux') return systemdUnit(program)
  if (process.platform === 'darwin') return launchdAgent(program)
  const command = words.map((word) => `"${word}"`).join(' ')
  throw new Failure(
    process.platform === 'win32'
      ? `On Windows, create a task in Task Scheduler that starts when you log on and runs this command: ${command}`
      : `This system has neither systemd nor launchd. Let its service manager start this command: ${command}`,
  )
}

function attempt(commands: string[][]): void {
  for (const [program = '', ...args] of commands)
    try {
      execFileSync(program, args, { stdio: 'ignore' })
    } catch {
      console.error(
        `This command failed, so run it yourself if the service still runs: ${program} ${args.join(' ')}`,
      )
    }
}
