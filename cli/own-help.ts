/** The help of the commands that aren't operations. */
export const ownHelp = {
  login: {
    summary: 'Sign in on this machine.',
    help: `baton login [--url http://localhost:3000] [--email you@example.com [--code 123456]] [--json]

Prints a URL and a code. Open the URL in a browser on any machine, compare the code and approve.
With --email it asks for your password instead, or reads the password from standard input. If your account has a
second factor, it then asks for a code from your authenticator app or a recovery code, unless you pass --code.
Your login is stored in your configuration folder, in a file that only you can read.

Examples:
  baton login --url https://baton.example.com
  baton login --email ada@example.com < password.txt`,
  },
  logout: {
    summary: 'Sign out and revoke the login.',
    help: `baton logout [--json]

Removes the login from this machine and revokes it on the server.

Example:
  baton logout`,
  },
  whoami: {
    summary: 'Show your account, organization and server.',
    help: `baton whoami [--json] [--fields <names>] [--jq <path>]

Shows the account, the organization and the server that commands use.

Examples:
  baton whoami
  baton whoami --jq .user.email`,
  },
  report: {
    summary: 'Report a problem to the administrators.',
    help: `baton report --title <text> [--description <text>] [--page <url>] [--screenshot <file>]
             [--json] [--fields <names>] [--jq <path>]

Reports a problem to the administrators of the instance, with the version and the platform of this CLI.
Only you and they can read it. You are notified about replies and a new state. --description - reads standard input.
"baton issues list" and "baton issues get 12" show your issues.

Examples:
  baton report --title "The board stays empty" --page https://baton.example.com/projects/web
  baton report --title "tasks list fails" --description - --screenshot screen.png < output.txt`,
  },
  watch: {
    summary: 'Print changes as they happen.',
    help: `baton watch [--project web-shop | --team core] [--cursor <cursor>] [--json] [--jq <path>]

Prints a line for every change that you can see in a project, in a team and its projects, or in the whole
organization. Stop it with Ctrl+C. After a lost connection it reconnects and prints the changes it missed.
--json prints each event as one line of JSON; docs/events.md describes the events.
--cursor starts after the event with that cursor.

Examples:
  baton watch --project web-shop
  baton watch --jq .subject.key
  baton watch --json | jq -r 'select(.type == "task.completed") | .subject.key'`,
  },
  sync: {
    summary: 'Sync a project with a folder of Markdown files.',
    help: `baton sync init --project <slug> [folder] [--json]
baton sync [folder] [--watch] [--delete | --restore] [--json]
baton sync status [folder] [--json]
baton sync wipe [folder] [--json]

Keeps a Markdown file for each task, note, decision and spec of a project, and for each skill of its team.
"init" connects a folder and syncs it. Later, "baton sync" sends your edits and receives those of others once;
--watch continues until you stop it with Ctrl+C. A new file with a title becomes a task, or by its folder a note,
decision, spec or skill. Without a connection, your changes wait in the folder.

When many files are missing, for example after a checkout of another branch, nothing is synced. --restore writes
the files again, and --delete deletes their items.
"status" lists local changes without the server. "wipe" removes the synced files, except those with unsent changes.
"push", "pull", "export", "import" and "get-status" after "baton sync" call the operations of the web API.
docs/sync-folder.md describes the files.

Examples:
  baton sync init --project web-shop ./work
  baton sync --watch ./work
  baton sync status ./work`,
  },
  tunnel: {
    summary: 'Let people and agents use this machine, within your limits.',
    help: `baton tunnel init
baton tunnel register [--name <name>] [--url <url>] [--json]
baton tunnel claim <code> [--url <url>] [--json]
baton tunnel [--json]
baton tunnel status [--json]
baton tunnel install [--print]
baton tunnel uninstall

Connects this machine with Baton, without an open port. Only the actions in your permission file are possible.
"init" writes that file with comments. "register" registers this machine with your login, and signs you in first if
needed. "claim" does the same with a code from the dashboard, for a server without a browser.

"baton tunnel" connects and shows each action. Keys: arrows select a run, a allows it, r refuses it, c cancels it,
q quits. Without a terminal it prints a line per event, and with --json a line of JSON. It reconnects by itself, and
applies changes of the permission file immediately. Ctrl+C stops it; if runs are active, press it twice.

"install" writes a service that runs it in the background: a systemd user unit, or a launchd agent on macOS. --print
only shows the file. "uninstall" stops and removes the service. docs/tunnel-machine.md describes the details.

Examples:
  baton tunnel init
  baton tunnel register --name build-box
  baton tunnel claim WDJB-MJHT-KQRT-BXZC --url https://baton.example.com
  baton tunnel install --print`,
  },
  export: {
    summary: 'Save all your synced data in a file.',
    help: `baton export --output <file> [--json]

Writes the projects, work, notes, decisions, specs, skills, agents, memories and sessions that you can see as JSON.
"baton import" loads the file into another organization or instance.

Example:
  baton export --output baton-export.json`,
  },
  import: {
    summary: 'Load an exported file.',
    help: `baton import <file> [--json]

Loads a file of "baton export" into your current organization. Large files are sent in parts. Items get new ids, and
a second run creates no duplicates. Prints the items that the server rejected, with the reason.

Example:
  baton import baton-export.json`,
  },
  completion: {
    summary: 'Print a completion script for bash, zsh or fish.',
    help: `baton completion bash|zsh|fish

Prints a script that completes commands, options, values and file names. Save it where your shell looks
for completions, and save it again after an upgrade.

Examples:
  baton completion bash > ~/.local/share/bash-completion/completions/baton
  baton completion zsh > ~/.zfunc/_baton
  baton completion fish > ~/.config/fish/completions/baton.fish

In zsh, the folder must be in fpath before compinit runs: put "fpath=(~/.zfunc $fpath)" first in ~/.zshrc.
In bash without the bash-completion package, put this line into ~/.bashrc: source <(baton completion bash)`,
  },
}
