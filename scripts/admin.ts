import { startCommand } from './command.ts'

const usage = `Usage: npm run admin -- <command> [--reason <text>]

Administers the instance on this machine, without a browser or an account. <user> is a username, an email address or an id.

  administrators                 List the administrators.
  make-administrator <user>      Make a user an administrator.
  remove-administrator <user>    Make an administrator an ordinary user.
  reset-link <user>              Print a link that sets a new password. It works once, for an hour.
  suspend <user>                 Block all requests of a user. Deletes nothing.
  unsuspend <user>               Unblock a user.
  settings                       List the settings with their values.
  get-setting <key>              Print the value of a setting.
  set-setting <key> <value>      Change a setting. Separate the values of a list with commas.

The server can run or be stopped. The journal records each change with the reason, as an action of the system.`
startCommand(usage)
const words = process.argv.slice(2)
if (words.length === 0) {
  console.error(usage)
  process.exit(1)
}
const { withConfig } = await import('./with-database.ts')
await withConfig(async (config) => {
  const { administer } = await import('../server/administer.ts')
  console.log(await administer(config, words))
})
