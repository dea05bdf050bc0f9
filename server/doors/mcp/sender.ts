import type { AuthInfo } from '@modelcontextprotocol/server'
import type { KnownCaller } from '../../operations/caller.ts'
import type { RequestFacts } from '../../operations/context.ts'

/** The sender of a message. It is authenticated for each message, so that a revoked token stops working immediately. */
export interface Sender {
  caller: KnownCaller
  facts: RequestFacts
}

interface SenderInfo extends AuthInfo {
  extra: Sender & Record<string, unknown>
}

/** Returns the sender in the form in which the SDK passes it along with a message. */
export function senderInfo(sender: Sender): SenderInfo {
  return {
    token: '',
    clientId: sender.caller.credentialId,
    scopes: [...sender.caller.scopes],
    extra: { ...sender },
  }
}

export function senderOf(message: { authInfo?: AuthInfo } | undefined): Sender {
  const sender = (message?.authInfo as SenderInfo | undefined)?.extra
  if (!sender) throw new Error('A message arrived without its sender.')
  return sender
}
