import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { reference } from '../../../operations/reference.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { forgetDevice } from './remembered-device.ts'

export const forgetRememberedDevice = operation({
  id: 'rememberedDevices.forget',
  summary: 'Forget a remembered device. The next sign-in on it asks for the second factor.',
  http: 'DELETE /api/settings/remembered-devices/:device',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({ device: reference('rememberedDevice', 'Id of the remembered device.') }),
  output: z.object({ id: z.uuid(), forgotten: z.literal(true) }),
}).run(async (ctx, { device }) => {
  if ((await forgetDevice(ctx, callingPerson(ctx), device)) === 0)
    reject('not_found', { kind: 'remembered device', ref: device })
  return { id: device, forgotten: true as const }
})
