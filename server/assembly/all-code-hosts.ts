/* Operations that connect code hosts and their repositories. Part of all.ts. */
export { authorizeOwnCodeHost, finishOwnCodeHost } from '../domains/code-hosts/authorization.ts'
export {
  connectCodeHost,
  disconnectCodeHost,
  listCodeHosts,
  testCodeHost,
} from '../domains/code-hosts/code-hosts.ts'
export { getOwnCodeHost, testOwnCodeHost } from '../domains/code-hosts/own-code-host.ts'
export { connectRepo } from '../domains/repos/connect-repo.ts'
export { listAtHost } from '../domains/repos/list-at-host.ts'
