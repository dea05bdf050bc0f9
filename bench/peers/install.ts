import { execFileSync } from 'node:child_process'

/** The measured versions of other programs. Baton doesn't depend on them, so each run installs them for itself. */
export const peerVersions = {
  '@modelcontextprotocol/server-memory': '2026.8.31',
  'backlog.md': '1.52.0',
}

export function installPeer(folder: string, name: keyof typeof peerVersions): void {
  const flags = ['--silent', '--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, `${name}@${peerVersions[name]}`])
}
