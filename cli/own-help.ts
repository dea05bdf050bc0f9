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
