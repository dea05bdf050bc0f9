import { ownHelp } from './own-help.ts'
import { logIn, logOut, whoAmI } from './session.ts'

export interface OwnCommand {
  summary: string
  help: string
  /** The words that completion offers after the command. */
  words: string[]
  run(words: string[]): Promise<void>
}

/** The commands that aren't operations. Some are loaded on use, because most commands don't need them. */
export const ownCommands: Record<string, OwnCommand> = {
  login: { ...ownHelp.login, words: ['--url', '--email', '--code', '--json'], run: logIn },
  logout: { ...ownHelp.logout, words: ['--json'], run: logOut },
  whoami: { ...ownHelp.whoami, words: ['--json', '--fields', '--jq'], run: whoAmI },
  report: {
    ...ownHelp.report,
    words: ['--title', '--description', '--page', '--screenshot', '--json', '--fields', '--jq'],
    run: async (words) => (await import('./report.ts')).report(words),
  },
  watch: {
    ...ownHelp.watch,
    words: ['--project', '--team', '--cursor', '--json', '--jq'],
    run: async (words) => (await import('./watch.ts')).watch(words),
  },
  sync: {
    ...ownHelp.sync,
    words: ['init', 'status', 'wipe', '--project', '--watch', '--delete', '--restore', '--json'],
    run: async (words) => (await import('./sync/command.ts')).sync(words),
  },
  tunnel: {
    ...ownHelp.tunnel,
    words: [
      'init',
      'register',
      'claim',
      'status',
      'install',
      'uninstall',
      '--name=',
      '--url=',
      '--print',
      '--json',
    ],
    run: async (words) => (await import('./tunnel/command.ts')).tunnel(words),
  },
  export: {
    ...ownHelp.export,
    words: ['--output=@', '--json'],
    run: async (words) => (await import('./export.ts')).exportData(words),
  },
  import: {
    ...ownHelp.import,
    words: ['--json'],
    run: async (words) => (await import('./import.ts')).importData(words),
  },
  completion: {
    ...ownHelp.completion,
    words: ['bash', 'zsh', 'fish'],
    run: async (words) => (await import('./completion.ts')).printCompletion(words),
  },
}
