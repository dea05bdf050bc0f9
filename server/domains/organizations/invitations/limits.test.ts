import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { newAddress } from '../../../../test/invited.ts'
import { withinOneHour } from '../../../../test/within-one-window.ts'
import { maxEmailsPerAddress } from './send-invitation.ts'

for (const engine of oneEngine) {
  describe(`limits of invitation emails, on ${engine}`, () => {
    it('limits invitation emails per organization and per recipient', async () => {
      const server = await startOwnServer(engine, { RATE_LIMIT_INVITATIONS: '4' })
      const limited = { status: 429, code: 'rate_limited' }
      await withinOneHour(async () => {
        const ada = await server.register('Ada')
        const { id } = await ada.call('invitations.create', { email: newAddress('a') })
        for (let count = 0; count < 2; count++)
          await ada.call('invitations.create', { email: newAddress('b') })
        await ada.call('invitations.resend', { invitation: id })
        await assert.rejects(ada.call('invitations.create', { email: newAddress('c') }), limited)
        await assert.rejects(ada.call('invitations.resend', { invitation: id }), limited)

        const victim = newAddress('victim')
        for (let count = 0; count < maxEmailsPerAddress; count++) {
          const inviter = await server.register('Mallory')
          await inviter.call('invitations.create', { email: count % 2 ? victim : victim.toUpperCase() })
        }
        const grace = await server.register('Grace')
        await assert.rejects(grace.call('invitations.create', { email: victim }), limited)
        await grace.call('invitations.create', { email: newAddress('d') })
      })
      await server.stop()
    })
  })
}
