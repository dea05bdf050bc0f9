/** Returns the environment for a test's child process: no settings, but the folders of this run. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env
  return { PATH, NODE_COMPILE_CACHE, TMPDIR }
}
