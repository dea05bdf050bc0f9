import type { AuthInfo } from '@modelcontextprotocol/server'
import type { KnownCaller } from '../../operations/caller.ts'
import type { RequestFacts } from '../../operations/context.ts'

/** Who sent a message and with which request: found anew for each one, so that a revoked token stops working at once. */
export interface Sender {
  caller: KnownCaller
  facts: RequestFacts
}

interface SenderInfo extends AuthInfo {
  extra: Sender & Record<string, unknown>
}

/** The sender in the form in which the SDK passes it along with the message. */
export function senderInfo(sender: Sender): SenderInfo {
  return {
    token: '',
    clientId: sender.caller.credentialId,
    scopes: [...sender.caller.scopes],
    extra: { ...sender },
  }
}

export function senderOf(ctx: { http?: { authInfo?: AuthInfo } }): Sender {
  const sender = (ctx.http?.authInfo as SenderInfo | undefined)?.extra
  if (!sender) throw new Error('A message arrived without its sender.')
  return sender
}
