import path from 'node:path'

/** The program that a service starts, and the environment that it needs. */
export interface Program {
  /** The absolute paths of Node and the CLI, then the command. */
  words: string[]
  environment: Record<string, string>
  home: string
}

/** A file that makes the system start `baton tunnel`, with the steps for the user. */
export interface ServiceFile {
  file: string
  text: string
  /** Pairs of a sentence and the command for it. */
  start: [purpose: string, command: string][]
  /** The commands that stop the service, run before and after the file is removed. */
  stop: { before: string[][]; after: string[][] }
}

const unit = 'baton-tunnel.service'
const label = 'baton.tunnel'
/** Tells the program that launchd runs it, which restarts it after every exit code except 0. */
export const launchdVariable = 'BATON_TUNNEL_LAUNCHD'

/** Returns the systemd user unit. */
export function systemdUnit({ words, environment, home }: Program): ServiceFile {
  const [executable = '', ...rest] = words
  const folder = path.join(environment.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'systemd', 'user')
  return {
    file: path.join(folder, unit),
    text: `# Written by "baton tunnel install". "baton tunnel uninstall" removes it.
[Unit]
Description=Baton tunnel

[Service]
ExecStart=${[quoted(executable), ...rest.map((word) => quoted(word.replaceAll('$', '$$$$')))].join(' ')}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
  .join('')}Restart=on-failure
RestartSec=5
# Exit code 4: the registration ended, or another process uses it. A restart can't help.
RestartPreventExitStatus=2 4
# Only the tunnel gets SIGTERM. It cancels its runs and reports them.
KillMode=mixed
TimeoutStopSec=30

[Install]
WantedBy=default.target
`,
    start: [
      [
        'Start it now and at every login',
        `systemctl --user daemon-reload && systemctl --user enable --now ${unit}`,
      ],
      ['Keep it running after you log out', 'loginctl enable-linger'],
      ['Show its output', `journalctl --user -u ${unit} -f`],
    ],
    stop: {
      before: [['systemctl', '--user', 'disable', '--now', unit]],
      after: [['systemctl', '--user', 'daemon-reload']],
    },
  }
}

/** Quotes a word for a unit file: systemd.syntax(7), and % for systemd.unit(5), "Specifiers". */
function quoted(word: string): string {
  const escaped = word
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll(/\p{Cc}/gu, hexEscape)
  return `"${escaped}"`
}

function hexEscape(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Returns the launchd agent of the user. */
export function launchdAgent({ words, environment, home }: Program): ServiceFile {
  const file = path.join(home, 'Library', 'LaunchAgents', `${label}.plist`)
  const log = path.join(home, 'Library', 'Logs', 'baton-tunnel.log')
  const variables = Object.entries({ ...environment, [launchdVariable]: '1' })
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by "baton tunnel install". "baton tunnel uninstall" removes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${xml(word)}</string>\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.map(([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>\n`).join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>StandardOutPath</key>
  <string>${xml(log)}</string>
  <key>StandardErrorPath</key>
  <string>${xml(log)}</string>
</dict>
</plist>
`,
    start: [
      ['Start it now and at every login', `launchctl bootstrap gui/$(id -u) ${shellWord(file)}`],
      ['Show its output', `tail -f ${shellWord(log)}`],
      ['It runs while you are logged in. Keep the machine awake with', 'caffeinate -s'],
    ],
    stop: { before: [['launchctl', 'bootout', `gui/${process.getuid?.() ?? ''}/${label}`]], after: [] },
  }
}

/** Escapes text for XML, and drops control characters, most of which XML can't contain. */
function xml(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
