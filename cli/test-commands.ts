import { main } from './main.ts'

/*
 * Runs the commands of the first argument one after the other, as `baton` runs one. The exit code follows the output of
 * each, between NUL characters.
 */

// Each command adds its listeners again.
for (const emitter of [process, process.stdout]) emitter.setMaxListeners(0)
for (const words of JSON.parse(process.argv[2]!) as string[][]) {
  const end = `\0${await main(words)}\0`
  process.stdout.write(end)
  process.stderr.write(end)
}
