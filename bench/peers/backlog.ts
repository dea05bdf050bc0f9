import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { installPeer } from './install.ts'

export interface Backlog {
  pid: number
  version: string
  call(tool: string, input: Record<string, unknown>): Promise<void>
}

/**
 * Runs `work` on the MCP server of Backlog.md in a new Git repository with this number of tasks and its default
 * settings. BENCH_BACKLOG is the command of another installation, for a registry without a binary for this platform.
 */
export async function onBacklog(tasks: number, work: (backlog: Backlog) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-backlog-'))
  const client = new Client({ name: 'bench', version: '1' })
  try {
    const command = process.env.BENCH_BACKLOG?.split(' ') ?? install(folder)
    if (!command) return console.log('Backlog.md: skipped, because there is no binary. Set BENCH_BACKLOG.')
    const project = path.join(folder, 'project')
    fs.mkdirSync(project)
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const [program, ...first] = command as [string, ...string[]]
    run('git', 'init', '--quiet')
    run(program, ...first, 'init', 'Bench', '--defaults', '--integration-mode', 'none')
    for (let number = 1; number <= tasks; number++) writeTask(path.join(project, 'backlog/tasks'), number)
    const transport = new StdioClientTransport({
      command: program,
      args: [...first, 'mcp', 'start'],
      cwd: project,
      stderr: 'ignore',
    })
    await client.connect(transport)
    await work({
      pid: transport.pid!,
      version: run(program, ...first, '--version').trim(),
      async call(name, input) {
        const { isError, content } = await client.callTool({ name, arguments: input })
        if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
      },
    })
  } finally {
    await client.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the command of its binary. The start script of the package would be a process between us and it. */
function install(folder: string): string[] | undefined {
  installPeer(folder, 'backlog.md')
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binary = path.join(folder, 'node_modules', `backlog.md-${platform}`, 'backlog')
  return fs.existsSync(binary) ? [binary] : undefined
}

/** Writes a task as the program does. Creating each with a call would take minutes. */
function writeTask(folder: string, number: number): void {
  fs.writeFileSync(
    path.join(folder, `task-${number} - Task-number-${number}.md`),
    `---
id: TASK-${number}
title: Task number ${number}
status: To Do
assignee: []
created_date: '2026-11-01 12:00'
labels: []
dependencies: []
ordinal: ${number * 1000}
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
${description}
<!-- SECTION:DESCRIPTION:END -->
`,
  )
}

export const description = 'Everything else there is to know. '.repeat(6)
